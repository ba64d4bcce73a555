import { afterEach, expect, it } from 'vitest';
import { coverageOf } from '#domain/delivery/coverage.ts';
import { PlanFixture } from '#test-support/plan-fixture.ts';
import type { InstallationCoverage } from './coverage.ts';

let fixture: PlanFixture;
afterEach(() => fixture.close());

async function ofAll(): Promise<InstallationCoverage[]> {
  const found: InstallationCoverage[] = [];
  for await (const each of await fixture.core.client.coverage.ofAll()) found.push(each);
  return found;
}

it.each(['A', 'B'] as const)(
  'counts the recipients of each installation of variant %s like its own coverage',
  async (variant) => {
    fixture = await PlanFixture.open(variant, { seed: 40, milliseconds: 5_000 });
    const other = await fixture.connect('never read');
    const client = await fixture.core.installations.open(fixture.connectionId);
    const { webhooks } = await client.list();
    const { bySeverity, jobs } = coverageOf(webhooks);
    const [read, neverRead] = await ofAll();
    expect(neverRead).toMatchObject({ connectionId: other, readAt: null, jobs: { count: 0 } });
    expect(read?.jobs.count).toBe(jobs.length);
    for (const severity of ['low', 'medium', 'high', 'cleared'] as const) {
      const recipients = bySeverity[severity];
      expect(recipients.length).toBeGreaterThan(0);
      expect(read?.alerts[severity]).toEqual({
        count: recipients.length,
        names: recipients.slice(0, 5).map(({ name }) => name),
      });
    }
  },
);
