import {
  isAgeFile,
  openWithPassphrase,
  sealWithPassphrase,
} from '#adapters/bundle-encryption/age-file.ts';
import { rawReader } from '#adapters/http/codec/raw-reader.ts';
import { rawWriter } from '#adapters/http/codec/raw-writer.ts';
import type { BundleCodec } from '#core/bundle-ports.ts';

export const bundleCodec: BundleCodec = {
  rawReader,
  rawWriter,
  isSealed: isAgeFile,
  seal: sealWithPassphrase,
  open: openWithPassphrase,
};
