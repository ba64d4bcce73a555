import { carryOut } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { PlanPage } from '../pages/plan-page.ts';

interface Held {
  id: number;
  name: string;
}

test('finds the id of a new webhook in the list, also beside an identical one', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connect('globex', B);
  const { list, editor } = hookdesk;
  const publishNew = async (): Promise<string> => {
    await list.newWebhook.click();
    await editor.name.fill('Pager night');
    await expect(editor.draftBadge).toBeVisible();
    await editor.url.fill('https://events.example.com/enqueue');
    await editor.payloadType('Job').click();
    await editor.tab('Payload');
    await editor.template.fill('{"job": "%AlertName%"}');
    await editor.reviewAndPublish.click();
    await expect(editor.review.request).toContainText(`POST ${B.baseUrl}/api/v14/webhook/`);
    await editor.review.publish.click();
    await expect(editor.review.identical).toBeVisible();
    return (await editor.root.getByText(/has the id \d+/).textContent()) ?? '';
  };
  const first = await publishNew();
  const second = await publishNew();
  expect(second).not.toBe(first);

  const created = ((await B.fetch('GET', '')) as Held[]).filter(
    (each) => each.name === 'Pager night',
  );
  expect(created.map((each) => `The new webhook has the id ${each.id} on globex.`)).toEqual([
    first,
    second,
  ]);
  await expect(list.row('Pager night')).toHaveCount(2);
  await expect(list.newDrafts).toHaveCount(0);
  for (const request of B.writes()) {
    const body = JSON.parse(request.body) as Record<string, unknown>;
    expect(body).toMatchObject({
      payload_type: 'JOB',
      http_headers: [{ http_header_key: 'Content-Type', http_header_value: 'application/json' }],
    });
    expect(body).not.toHaveProperty('id');
  }
});

test('Duplicate creates a webhook, and Delete shows its request before it deletes', async ({
  hookdesk,
  installations,
}) => {
  const { A } = installations;
  await hookdesk.connectWith('initech', A, ['Original']);
  const { list, editor, deletion } = hookdesk;

  await list.open('Original');
  await editor.menu('Duplicate');
  await expect(editor.name).toHaveValue('Original (copy)');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  await expect(list.row('Original (copy)')).toBeVisible();

  await list.open('Original');
  await expect(editor.heading).toHaveText('Original');
  await editor.menu('Delete…');
  await expect(deletion.root).toContainText(`DELETE ${A.baseUrl}/api/v6/webhook/`);
  await deletion.cancel.click();
  await expect(deletion.root).toBeHidden();
  await editor.menu('Delete…');
  await deletion.confirm.click();
  await expect(list.row('Original')).toHaveCount(0);
  const names = ((await A.fetch('GET', '')) as Held[]).map((each) => each.name);
  expect(names).toContain('Original (copy)');
  expect(names).not.toContain('Original');
});

test('a notice tells of a deletion that failed after its dialog was closed', async ({
  hookdesk,
  installations: { B },
}) => {
  await hookdesk.connectWith('globex', B, ['Keep me']);
  const { list, editor, deletion } = hookdesk;
  await list.open('Keep me');
  await expect(editor.heading).toHaveText('Keep me');
  await editor.menu('Delete…');
  await B.fail(
    { kind: 'latency', only: 'writes', milliseconds: 1_500 },
    { kind: '500', only: 'writes' },
  );
  await deletion.confirm.click();
  await deletion.cancel.click();
  await expect(deletion.root).toBeHidden();
  await expect(hookdesk.notice(/^Deleting “Keep me” on globex: /)).toBeVisible();
  await expect(list.row('Keep me')).toBeVisible();
});

test('Undo restores discarded edits', async ({ hookdesk, installations }) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Keep me']);
  const { list, editor } = hookdesk;
  await list.open('Keep me');
  await editor.name.fill('Changed name');
  await editor.tab('Headers');
  await editor.headers.remove('X-Retired');
  await editor.discard.click();
  await expect(editor.draftBadge).toBeHidden();
  await hookdesk.page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(editor.heading).toHaveText('Changed name');
  await expect(editor.headers.changeSet).toContainText('deleted');
  await editor.headers.putBack('X-Retired');
  await expect(editor.headers.changeSet).toContainText('No header changes');
  expect(B.writes().map((request) => request.method)).toEqual(['POST']);
});

test('disables and deletes several selected webhooks with plans', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['One', 'Two']);
  const { list, page } = hookdesk;
  const plan = new PlanPage(page);
  const chosen = async (): Promise<{ name: string; enabled: boolean }[]> =>
    ((await B.fetch('GET', '')) as (Held & { enabled: boolean })[])
      .filter(({ name }) => name === 'One' || name === 'Two')
      .map(({ name, enabled }) => ({ name, enabled }));

  await list.tick('One').click();
  await list.tick('Two').click();
  await list.changeChosen('Disable…');
  await expect(page.getByRole('heading', { name: 'Disable 2 webhooks' })).toBeVisible();
  await expect(plan.rows).toHaveCount(2);
  expect(B.writes()).toHaveLength(2);
  await carryOut(hookdesk, 'One');
  await expect.poll(chosen).toEqual([
    { name: 'One', enabled: false },
    { name: 'Two', enabled: false },
  ]);

  await plan.close.click();
  // A selection ends with its plan.
  await expect(list.chosen).toBeHidden();
  await expect(list.switch('One')).toHaveAccessibleName('disabled');
  await expect(list.switch('Two')).toHaveAccessibleName('disabled');
  await list.tick('One').click();
  await list.tick('Two').click();
  await hookdesk.command('Delete 2 selected');
  await expect(page.getByRole('heading', { name: 'Delete 2 webhooks' })).toBeVisible();
  await carryOut(hookdesk, 'Two');
  await expect.poll(chosen).toEqual([]);
  await plan.close.click();
  await expect(list.row('One')).toHaveCount(0);
  await expect(list.chosen).toBeHidden();
});

test('a plan that deletes one webhook names it in full, without options for several', async ({
  hookdesk,
  installations: { B },
}) => {
  const { list, plan } = hookdesk;
  const name = 'Pager night shift of the operations team in the northern region, second line';
  await B.fetch('POST', '', webhookBody('B', name));
  await hookdesk.connect('acme', B);
  await list.filter.fill('Pager night shift');
  await expect(list.rows).toHaveCount(1);
  await list.rows.first().getByRole('checkbox').check();
  await hookdesk.command('Delete 1 selected');
  await expect(plan.run).toHaveText(`Delete ${name} on acme`);
  await expect(plan.run).toHaveClass(/danger/);
  for (const [width, height] of [
    [1280, 800],
    [640, 400],
  ] as const) {
    await hookdesk.page.setViewportSize({ width, height });
    await expect(plan.run).toBeInViewport({ ratio: 1 });
    const isCut = await plan.run.evaluate((button) => button.scrollWidth > button.clientWidth);
    expect(isCut).toBe(false);
  }
  await expect(plan.bar).toContainText('Deletes 1 webhook. Undo creates it again with a new id.');
  await expect(plan.root.getByLabel('After a failure')).toHaveCount(0);
  await expect(plan.root.getByLabel('Requests at once to one installation')).toHaveCount(0);
  await plan.run.click();
  await expect(plan.row(name)).toContainText('Deleted');
});
