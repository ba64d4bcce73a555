import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Installation } from '../conformance/installation.ts';
import { rules } from '../conformance/rules.ts';
import { list } from '../conformance/webhooks.ts';
import { type RunningService, startService } from '../start.ts';
import { type RoundRobin, startRoundRobin } from '../testing/round-robin.ts';
import { newPlace, type Place } from '../testing/stored.ts';
import { variantNames } from '../webhooks/body-types.ts';

describe.each(variantNames)('two instances of variant %s behind a proxy', (variant) => {
  let place: Place;
  let instances: RunningService[];
  let proxy: RoundRobin;
  let installation: Installation;
  beforeAll(async () => {
    const authToken = 'fake-token-of-the-conformance-run';
    place = await newPlace();
    const options = { ...place.location, variant, authToken, seed: 7 };
    // At once: one migrates and seeds, and the other waits for it.
    instances = await Promise.all([startService(options), startService(options)]);
    proxy = await startRoundRobin(instances.map(({ url }) => url));
    installation = { apiUrl: proxy.url + (instances[0]?.root ?? ''), variant, authToken };
  });
  afterAll(async () => {
    expect(await list(installation), 'every created webhook was deleted').toHaveLength(7);
    await proxy.close();
    await Promise.all(instances.map((instance) => instance.close()));
    await place.remove();
  });

  describe.each(Object.entries(rules))('%s', (_group, group) => {
    const held = group.filter(({ variants }) => variants?.includes(variant) ?? true);
    test.each(held.map((rule) => [rule.title, rule] as const))('%s', async (_title, rule) => {
      await rule.check(installation);
    });
  });
});
