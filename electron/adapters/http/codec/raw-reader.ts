import type { RawReader } from '#domain/bundle/reading/raw-reader.ts';
import { readWebhook, WireWebhook } from './read-webhook.ts';
import { ShapeError } from './shape.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const ofTheInterface = ['url', 'http_headers', 'payload_template', 'low_alert'];

export const rawReader: RawReader = {
  shape: WireWebhook,
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
