import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { requestBodies } from '../http/request-bodies.ts';
import { variantNames } from '../webhooks/body-types.ts';
import { seedWebhooks } from './seed-webhooks.ts';

describe.each(variantNames)('seeds of variant %s', (variant) => {
  const seeds = [...seedWebhooks(variant, 1_000)];

  test('are always the same, and a shorter list is a prefix of a longer one', () => {
    expect([...seedWebhooks(variant, 100)]).toEqual(seeds.slice(0, 100));
  });

  test('are valid create requests', () => {
    const bodies = requestBodies(openApiDocument(variant, ''));
    for (const seed of seeds) {
      expect(bodies.create(new TextEncoder().encode(JSON.stringify(seed)))).toEqual(seed);
    }
  });

  test('have mostly JSON templates and some others', () => {
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const share = seeds.filter((seed) => isJson(seed.payload_template ?? '')).length / 1_000;
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.95);
  });

  test('are mostly enabled, share some names and call only reserved or private addresses', () => {
    const enabled = seeds.filter((seed) => seed.enabled).length;
    expect(enabled).toBeGreaterThan(800);
    expect(enabled).toBeLessThan(1_000);
    expect(new Set(seeds.map(({ name }) => name)).size).toBeLessThan(1_000);
    for (const { url } of seeds) {
      expect(new URL(url).hostname).toMatch(/\.example$|^10\.20\./);
    }
  });

  test('use the methods of the variant', () => {
    const methods = new Set(seeds.map(({ method }) => method));
    if (variant === 'A') expect(methods).toContain('PATCH');
    else expect(methods).toEqual(new Set(['POST', 'PUT']));
  });
});
