import {
  isAgeFile,
  openWithPassphrase,
  sealWithPassphrase,
} from '#adapters/bundle-encryption/age-file.ts';
import { rawReader } from '#adapters/http/codec/read-webhook.ts';
import { createMembers } from '#adapters/http/codec/write-bodies.ts';
import type { BundleCodec } from '#core/bundle-ports.ts';

export const bundleCodec: BundleCodec = {
  rawReader,
  rawWriter: createMembers,
  isSealed: isAgeFile,
  seal: sealWithPassphrase,
  open: openWithPassphrase,
};
