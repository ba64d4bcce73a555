import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../testing/start-tested.ts';
import { variantNames } from '../webhooks/body-types.ts';
import type { Installation } from './installation.ts';
import { rules } from './rules.ts';
import { list } from './webhooks.ts';

describe.each(variantNames)('variant %s', (variant) => {
  let service: RunningService;
  let installation: Installation;
  beforeAll(async () => {
    const authToken = 'fake-token-of-the-conformance-run';
    service = await startService({ variant, authToken, seed: 7 });
    installation = { apiUrl: service.url + service.root, variant, authToken };
  });
  afterAll(async () => {
    expect(await list(installation), 'every created webhook was deleted').toHaveLength(7);
    await service.close();
  });

  describe.each(Object.entries(rules))('%s', (_group, group) => {
    const held = group.filter(({ variants }) => variants?.includes(variant) ?? true);
    test.each(held.map((rule) => [rule.title, rule] as const))('%s', async (_title, rule) => {
      await rule.check(installation);
    });
  });
});
