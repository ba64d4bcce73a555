import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { pauseOf, runSource } from './run-source.ts';

/**
 * Pauses two webhooks, begins the scheduled pause with them, or resumes all pauses: `FOLDER pause|begin|resume STEP`.
 * Kills itself at the step, which is before or after a call of a port that leaves something behind. Writes a line when it was not killed.
 */
const [directory = '', mode, step = ''] = process.argv.slice(2);
let left = Number(step);

function pass(): Promise<void> {
  left -= 1;
  if (left !== 0) return Promise.resolve();
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

const killable = <Port extends object>(port: Port, names: readonly string[]): Port =>
  new Proxy(port, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      const call = (...args: unknown[]): unknown => Reflect.apply(member, target, args);
      if (!names.includes(String(property))) return call;
      return async (...args: unknown[]) => {
        await pass();
        const result = await call(...args);
        await pass();
        return result;
      };
    },
  });

const composition = await composeTestFolder(directory, 'sealed');
const { ports } = composition;
const core = createTestCore({
  ...ports,
  pauses: killable(ports.pauses, ['write']),
  plans: killable(ports.plans, ['write', 'remove']),
  journal: killable(ports.journal, ['write']),
  webhooks: killable(ports.webhooks, ['send']),
});
const { client } = core;
const pauseIds = (await client.pauses.list()).map(({ id }) => id);
if (mode === 'resume') {
  await runSource(client, { kind: 'resume', pauseIds });
} else {
  const connectionId = core.connections.list()[0]?.id ?? '';
  const until = new Date(ports.clock.now().getTime() + 3_600_000);
  const [pauseId] = pauseIds;
  const source = await pauseOf(client, connectionId, ['Chat', 'Pager'], { until });
  await runSource(client, pauseId === undefined ? source : { ...source, pauseId });
}
await core.close();
await composition.close();
process.stdout.write('over\n');
process.exit();
