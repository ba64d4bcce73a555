import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { renameInDraft } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { serveFront } from '#test-support/service-front.ts';
import { storeWebhooks, webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

interface Held {
  readonly id: number;
  readonly name: string;
  readonly method: string;
  readonly enabled: boolean;
}
const heldBy = async (installation: Installation): Promise<Held[]> =>
  (await installation.fetch('GET', '')) as Held[];
async function idOf(installation: Installation, name: string): Promise<number> {
  const found = (await heldBy(installation)).find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found.id;
}
/** Changes a webhook as another person. */
async function remoteMarkDetails(installation: Installation, name: string, change: object) {
  await installation.fetch('PUT', String(await idOf(installation, name)), change);
}
const sentWith = (installation: Installation, of: string): number =>
  installation.writes().filter(({ method }) => method === of).length;
const updates = (installation: Installation): number => sentWith(installation, 'PUT');
const deletes = (installation: Installation): number => sentWith(installation, 'DELETE');

test('warns that an update may overwrite remote changes, and names such a change afterwards', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { list, editor, history } = hookdesk;
  await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
  const front = await serveFront(B.baseUrl);
  await hookdesk.connect('globex', { ...B, baseUrl: front.url });
  await list.open('Ops chat');
  await editor.name.fill('Ops chat, mine');
  await editor.reviewAndPublish.click();
  await expect(editor.review.lastReadWarning).toHaveCount(1);
  const theirs = { http_header_key: 'X-Theirs', http_header_value: 'their-secret' };
  front.onWrite = async () => {
    await remoteMarkDetails(B, 'Ops chat', { http_headers: { added: [theirs] } });
    return {};
  };
  await editor.review.publish.click();
  const note = 'Other values on the installation changed since the last refresh: header X-Theirs.';
  await expect(editor.review.differs).toContainText(note);
  await expect(editor.review.differs).not.toContainText('their-secret');
  await expectAccessible(hookdesk, 'an outcome with a difference outside the request');
  await hookdesk.command('History');
  await history.rows.first().click();
  await expect(hookdesk.page.getByText(note)).toBeVisible();
  await front.close();
});

test('requires a method that variant B accepts before it sends a request', async ({
  hookdesk,
  dataFolder,
}) => {
  const dataFile = join(dataFolder, 'service.db');
  await storeWebhooks(dataFile, 'PATCH', ['Ops chat', 'Pager night', 'Pager day']);
  const B = await startInstallation('B', { dataFile });
  const { list, editor, plan } = hookdesk;
  await hookdesk.connect('globex', B);

  await test.step('in the editor', async () => {
    await list.open('Ops chat');
    await editor.enabled.click();
    await editor.reviewAndPublish.click();
    await expect(editor.review.errors).toContainText('accepts POST or PUT, not PATCH');
    await expect(editor.review.publish).toBeHidden();
    await editor.review.useMethod('PUT').click();
    await expect(editor.review.errors).toBeHidden();
    await editor.review.publish.click();
    await expect(editor.review.identical).toBeVisible();
  });

  await test.step('in a plan that disables several webhooks', async () => {
    for (const name of ['Pager night', 'Pager day']) await list.tick(name).click();
    await list.changeChosen('Disable…');
    await expect(plan.methodChoice).toContainText('Select a method for 2 webhooks on globex');
    await expect(plan.run).toBeDisabled();
    await expectAccessible(hookdesk, 'a plan that asks for a method');
    await plan.row('Pager day').click();
    await plan.option('POST').click();
    await expect(plan.run).toHaveText('Publish 1 change on globex');
    await expect(plan.lastReadWarning).toHaveCount(1);
    await plan.row('Pager night').click();
    await plan.option('PUT').click();
    expect(updates(B)).toBe(1);
    await plan.run.click();
    await expect(plan.end).toContainText('2 changes published and verified');
  });

  expect(await heldBy(B)).toMatchObject([
    { name: 'Ops chat', method: 'PUT', enabled: false },
    { name: 'Pager night', method: 'PUT', enabled: false },
    { name: 'Pager day', method: 'POST', enabled: false },
  ]);

  await test.step('in an undo that restores the rejected method', async () => {
    await plan.undoAll.click();
    await plan.useMethodForAll('PUT').click();
    await plan.run.click();
    await expect(plan.end).toContainText('2 changes undone and verified');
    expect((await heldBy(B)).slice(1)).toMatchObject([
      { method: 'PUT', enabled: true },
      { method: 'PUT', enabled: true },
    ]);
  });
  await B.close();
});

const password = 'canary-password-7c1e';

test('a plan asks for a new auth token after a rejection, then publishes the remaining rows', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  const B = await startInstallation('B', { users: { ops: password } });
  const { drafts, plan, tokenBanner } = hookdesk;
  const first = await B.newToken();
  await edit(hookdesk, 'acme', A, A, ['Pager night']);
  await edit(hookdesk, 'globex', B, { ...B, authToken: first }, [
    'Ops chat',
    'Ops mail',
    'Ops desk',
  ]);
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await expect(plan.run).toHaveText(/Publish 4 changes/);
  await B.endToken(first);
  await plan.run.click();
  await expect(tokenBanner.root).toContainText('globex rejected the auth token');
  await expect(tokenBanner.root).toContainText('3 plan rows wait for sign-in');
  await expect(plan.row('Pager night, edited')).toContainText('Done');
  await expect(plan.root).toContainText('1 installation waiting for sign-in');
  await expectAccessible(hookdesk, 'a plan that waits for an auth token');
  const writes = updates(B);
  await tokenBanner.newToken.fill(await B.newToken());
  await tokenBanner.goOn.click();
  await expect(plan.end).toContainText('4 changes published and verified');
  await expect(tokenBanner.root).toBeHidden();
  expect(updates(B) - writes).toBe(3);
  await B.close();
});

test('a plan with a wrong password waits for a sign-in, and can be cancelled', async ({
  hookdesk,
}) => {
  const B = await startInstallation('B', { users: { ops: password } });
  const { dialog, list, editor, drafts, plan, tokenBanner, sidebar } = hookdesk;
  await B.fetch('POST', '', webhookBody('B', 'Ops chat'));
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'globex', baseUrl: B.baseUrl });
  await dialog.signInAs('ops', password);
  await dialog.add.click();
  await list.open('Ops chat');
  await editor.name.fill('Ops chat, edited');
  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await expect(plan.run).toBeEnabled();
  await B.changePassword('ops', 'canary-password-new');
  await sidebar.menu('globex', 'Sign out');
  await plan.run.click();
  await expect(tokenBanner.root).toContainText('ops could not be signed in at globex');
  await plan.cancel.click();
  await expect(plan.end).toContainText('1 cancelled');
  await plan.resume.click();
  await tokenBanner.password.fill('canary-password-new');
  await tokenBanner.signIn.click();
  await expect(plan.end).toContainText('1 change published and verified');
  expect(updates(B)).toBe(1);
  await B.close();
});

test('deletes a changed webhook only after it shows the latest change', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  const { list, editor, deletion } = hookdesk;
  await A.fetch('POST', '', webhookBody('A', 'Ops chat'));
  await hookdesk.connect('acme', A);
  await list.open('Ops chat');
  await editor.menu('Delete…');
  await remoteMarkDetails(A, 'Ops chat', { url: 'https://new.example.com/' });
  await deletion.confirm.click();
  await expect(deletion.changedThere).toContainText('https://new.example.com/');
  await expectAccessible(hookdesk, 'a changed webhook to delete');
  await remoteMarkDetails(A, 'Ops chat', { url: 'https://newer.example.com/' });
  await deletion.deleteAnyway.click();
  await expect(deletion.changedThere).toContainText('https://newer.example.com/');
  await deletion.cancel.click();
  await expect(deletion.root).toBeHidden();
  expect(deletes(A)).toBe(0);
  await editor.menu('Delete…');
  await deletion.confirm.click();
  await expect(list.row('Ops chat')).toHaveCount(0);
  expect(deletes(A)).toBe(1);
});

test('a plan deletes a changed webhook only after it shows the latest change', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  const { list, plan } = hookdesk;
  await B.fetch('POST', '', webhookBody('B', 'Pager night'));
  await hookdesk.connect('globex', B);
  await list.tick('Pager night').click();
  await remoteMarkDetails(B, 'Pager night', { url: 'https://new.example.com/' });
  await list.deleteChosen();
  await expect(plan.row('Pager night')).toContainText('Conflict');
  await expect(plan.changedThere).toContainText('https://new.example.com/');
  await expectAccessible(hookdesk, 'a plan with a changed webhook to delete');
  await plan.deleteAnyway.click();
  await remoteMarkDetails(B, 'Pager night', { url: 'https://newer.example.com/' });
  await plan.run.click();
  await expect(plan.row('Pager night')).toContainText('Failed');
  await expect(plan.changedThere).toContainText('https://newer.example.com/');
  expect(deletes(B)).toBe(0);
  await plan.deleteAnyway.click();
  await plan.run.click();
  await expect(plan.end).toContainText('1 webhook deleted and verified');
  expect((await heldBy(B)).map(({ name }) => name)).not.toContain('Pager night');
});

/** Connects to an installation with new webhooks, and edits the name of each. */
async function edit(
  hookdesk: Hookdesk,
  name: string,
  installation: Installation,
  to: Parameters<Hookdesk['connect']>[1],
  webhooks: readonly string[],
): Promise<void> {
  for (const each of webhooks) {
    await installation.fetch('POST', '', webhookBody(installation.variant, each));
  }
  await hookdesk.connect(name, to);
  for (const each of webhooks) {
    await renameInDraft(hookdesk, each, `${each}, edited`);
  }
}
