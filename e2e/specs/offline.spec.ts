import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { test as base } from '../fixtures/runs.ts';
import { expect } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

interface Place {
  /** Starts the installation, each time with the same webhooks and port. */
  start: () => Promise<Installation>;
}

const test = base.extend<{ place: Place }>({
  place: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'hookdesk-installation-'));
    const started: Installation[] = [];
    await use({
      start: async () => {
        const port = Number(new URL(started[0]?.baseUrl ?? 'http://127.0.0.1:0').port);
        const dataFile = join(folder, 'webhooks.json');
        const installation = await startInstallation('B', { port, dataFile, seed: 8 });
        started.push(installation);
        return installation;
      },
    });
    await Promise.allSettled(started.map((each) => each.close()));
    await rm(folder, { recursive: true, force: true });
  },
});

test.describe.configure({ timeout: 90_000 });

interface Listed {
  readonly id: number;
  readonly name: string;
}
async function idOf(installation: Installation, name: string): Promise<number> {
  const list = (await installation.fetch('GET', '')) as Listed[];
  const found = list.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found.id;
}

test('lists, searches and edits the last snapshot offline, and publishes when online again', async ({
  run,
  keychain,
  place,
}) => {
  const before = await place.start();
  await before.fetch('POST', '', webhookBody('B', 'Pager night'));
  const first = await run(keychain.environment);
  await first.connect('acme', before);
  const count = await first.list.count();
  await before.close();

  const hookdesk = await run(keychain.environment);
  const { list, editor, drafts, page } = hookdesk;
  await expect(list.problem).toContainText(
    /Last read \d+:\d\d.*, .+; the installation is unreachable/,
  );
  await expect.poll(() => list.count()).toBe(count);
  await list.filter.fill('pager night');
  await expect(list.rows).toHaveCount(1);
  await list.open('Pager night');
  await expect(editor.lastRead).toContainText(/Last read .+ is unreachable/);
  await expectAccessible(hookdesk, 'last read');

  await editor.name.fill('Pager day');
  await editor.tab('Headers');
  await editor.headers.remove('X-Retired');
  await editor.tab('Payload');
  await expect(editor.preview.body).toContainText('"text"');
  await editor.reviewAndPublish.click();
  await expect(editor.root.getByText('Publishing is not possible')).toBeVisible();
  await expect(editor.review.changes).toContainText('Deletes the header X-Retired');
  await expect(editor.review.changes).toContainText('Last read');
  await expectAccessible(hookdesk, 'review without the installation');
  await editor.review.publish.click();
  await expect(editor.review.result).toBeVisible();
  await expect(drafts.button).toContainText('1');

  const after = await place.start();
  await list.readAgain.click();
  await expect(list.problem).toBeHidden();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(JSON.parse(after.writes().at(-1)?.body ?? '')).toMatchObject({ name: 'Pager day' });
  await expect(hookdesk.elsewhere.bar).toBeHidden();
  await page.getByRole('searchbox', { name: 'Filter webhooks' }).fill('');
  await expect.poll(() => list.count()).toBe(count);
});

test('marks remote changes until they are marked as seen, also after a restart', async ({
  run,
  keychain,
  place,
}) => {
  const installation = await place.start();
  for (const name of ['Pager night', 'Chat', 'Mail']) {
    await installation.fetch('POST', '', webhookBody('B', name));
  }
  const first = await run(keychain.environment);
  await first.connect('acme', installation);
  await expect(first.elsewhere.bar).toBeHidden();

  const pager = await idOf(installation, 'Pager night');
  const update = { added: [], changed: [], deleted: [], payload_type: 'ALERT' };
  await installation.fetch('PUT', String(pager), {
    ...webhookBody('B', 'Pager, on call'),
    payload_type: undefined,
    http_headers: update,
  });
  await installation.fetch('DELETE', String(await idOf(installation, 'Mail')));
  await installation.fetch('POST', '', webhookBody('B', 'Ticket'));
  await first.list.readAgain.click();
  await expect(first.elsewhere.bar).toContainText('1 changed, 1 new, 1 deleted');

  const hookdesk = await run(keychain.environment);
  const { list, elsewhere, editor } = hookdesk;
  await expect(elsewhere.bar).toContainText('1 changed, 1 new, 1 deleted');
  await expect(list.row('Pager, on call')).toHaveAccessibleName(/Pager, on call changed elsewhere/);
  await list.open('Pager, on call');
  await expectAccessible(hookdesk, 'a webhook that was changed elsewhere');
  await elsewhere.show.click();
  await expect(elsewhere.differences).toContainText('Pager night');
  await expectAccessible(hookdesk, 'a change');
  await elsewhere.filter.click();
  await expect(list.rows).toHaveCount(3);
  await expectAccessible(hookdesk, 'changed elsewhere');
  await list.filter.fill('no such webhook');
  await expect(list.root).toContainText(
    'None of the 3 webhooks changed elsewhere matches the filter.',
  );
  await list.filter.fill('');
  await expect(list.rows).toHaveCount(3);
  await elsewhere.seen.click();
  await expect(elsewhere.pane).toContainText('Marked as seen');
  await expect(list.rows).toHaveCount(2);

  await list.open('Mail');
  await expect(elsewhere.pane).toContainText('deleted on the installation');
  await elsewhere.makeAgain.click();
  await expect(editor.name).toHaveValue('Mail');
  await expect(editor.draftBadge).toBeVisible();
  await list.open('Ticket');
  await expect(elsewhere.pane).toContainText('created on the installation');
  await elsewhere.allSeen.click();
  await expect(elsewhere.bar).toBeHidden();

  const again = await run(keychain.environment);
  await expect(again.list.rows.first()).toBeVisible();
  await again.list.readAgain.click();
  await expect(again.list.row('Ticket')).toBeVisible();
  await expect(again.elsewhere.bar).toBeHidden();
});
