import { expect, it, onTestFinished } from 'vitest';
import { runSource } from '#core/pausing/testing/run-source.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';

async function changedByOthers() {
  const core = createTestCore({});
  onTestFinished(() => core.close());
  const { webhooks } = core.ports;
  for (const name of ['Pager', 'Mail']) webhooks.webhooks.push(webhooks.stored(aDefinition(name)));
  const settings = { ...blankConnection, name: 'acme', baseUrl: 'https://acme.example.com' };
  const { id: connectionId } = await core.connections.add(settings, { authToken: 'token' });
  const client = await core.installations.open(connectionId);
  await client.list();
  const [pager] = webhooks.webhooks;
  Object.assign(pager ?? {}, { enabled: false });
  webhooks.webhooks = webhooks.webhooks.slice(0, 1);
  webhooks.webhooks.push(webhooks.stored(aDefinition('Chat')));
  await client.list();
  const undo = () =>
    runSource(core.client, {
      kind: 'remote-changes',
      changes: core.inbox.state().changes.map(({ key }) => ({ connectionId, key })),
    });
  return { core, client, webhooks, connectionId, undo };
}

it('restores what others changed, deleted and created, and nothing stays in the inbox', async () => {
  const { core, webhooks, undo } = await changedByOthers();
  expect(
    core.inbox
      .state()
      .changes.map(({ name, kind }) => `${name} ${kind}`)
      .sort(),
  ).toEqual(['Chat new', 'Mail deleted', 'Pager changed']);
  const { title } = await undo();
  expect(title).toBe('Undo 3 changes by others');
  expect(webhooks.webhooks.map(({ name, enabled }) => ({ name, enabled }))).toEqual([
    { name: 'Pager', enabled: true },
    { name: 'Mail', enabled: true },
  ]);
  expect(core.inbox.state().changes).toEqual([]);
});

it('does not select a webhook that changed again since it was shown', async () => {
  const { core, webhooks, connectionId } = await changedByOthers();
  const key = core.inbox.state().changes.find(({ name }) => name === 'Pager')?.key ?? 0;
  Object.assign(webhooks.webhooks[0] ?? {}, { method: 'PUT' });
  const rows = [];
  const source = { kind: 'remote-changes' as const, changes: [{ connectionId, key }] };
  for await (const event of await core.client.plans.prepare(source))
    if (event.kind === 'rows') rows.push(...event.rows);
  expect(rows).toMatchObject([{ selected: false }]);
  expect(rows[0]?.reasons.join()).toContain('Changed since you selected it');
});

it('says that a seen change is no longer listed', async () => {
  const { core, connectionId } = await changedByOthers();
  const { changes } = core.inbox.state();
  const [change] = changes;
  await core.client.snapshots.seen({
    connectionId,
    marks: changes.map(({ key, noticedAt }) => ({ key, seenAt: noticedAt })),
  });
  const source = {
    kind: 'remote-changes' as const,
    changes: [{ connectionId, key: change?.key ?? 0 }],
  };
  const { rows } = await runSource(core.client, source);
  expect(rows).toMatchObject([{ state: 'blocked', problem: { code: 'refused' } }]);
});
