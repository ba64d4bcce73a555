import { serviceAddressesOf } from '#test-support/service-addresses.ts';
import { openStoredCore } from '#test-support/stored-core-fixture.ts';
import { acrossSources, prepareAcross } from './across-sources.ts';

/**
 * Starts a plan across installations: `FOLDER PLACES SOURCE all|first`. Writes a line when the plan
 * ended or paused, and runs until it is killed.
 */
const [directory = '', places = '', source, mode] = process.argv.slice(2);
const asked = acrossSources.find((each) => each === source);
if (asked === undefined) throw new Error(`There is no source ${String(source)}.`);
const core = await openStoredCore(directory, ...serviceAddressesOf(places));
const { planId, keys } = await prepareAcross(core.client, core.connectionIds, asked);
const options = { atOnce: 2, onFailure: 'stop' } as const;
await core.plans.run(planId, keys, options, mode === 'first' ? (keys[1] ?? null) : null);
const events = core.plans.runs.watch(planId);
while ((await events.next()).done !== true);
process.stdout.write('over\n');
setInterval(() => undefined, 60_000);
