import { readWebhook } from '../../../electron/adapters/http/codec/read-webhook.ts';
import { ShapeError } from '../../../electron/adapters/http/codec/shape.ts';
import { createBodyA } from '../../../electron/adapters/http/codec/variant-a.ts';
import { createBodyB } from '../../../electron/adapters/http/codec/variant-b.ts';
import type { RawWriter } from '../export/raw-array.ts';
import type { RawReader } from '../reading/raw-reader.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const ofTheInterface = ['url', 'http_headers', 'payload_template', 'low_alert'];

/** The seam for raw answers, with the codec that answers of an installation are read with. */
export const rawReader: RawReader = {
  variantOf(values) {
    const objects = values.filter(isObject);
    if (!objects.some((value) => ofTheInterface.some((name) => Object.hasOwn(value, name)))) {
      return null;
    }
    return objects.some((value) => Object.hasOwn(value, 'payload_type')) ? 'B' : 'A';
  },
  read(value, variant) {
    try {
      return { kind: 'webhook', webhook: readWebhook(value, variant) };
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const path = error.pointer.split('/').slice(1);
      return { kind: 'wrong', path, why: `${error.expected} was expected, not ${error.found}.` };
    }
  },
};

export const rawWriter: RawWriter = (definition, variant) =>
  variant === 'A' ? createBodyA(definition) : createBodyB(definition);
