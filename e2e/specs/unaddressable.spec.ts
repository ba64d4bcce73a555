import { ListServer, type WireEntry } from '../../service/testing/list-server.ts';
import { expectAccessible } from '../fixtures/accessible.ts';
import { expect, test } from '../fixtures/test.ts';

const alone: WireEntry = { id: '5', name: 'Mail' };
const entries: readonly WireEntry[] = [
  { id: '7', name: 'Pager', url: 'https://events.example.com/pager' },
  alone,
  { id: '7', name: 'Chat', url: 'https://hooks.example.com/chat' },
  { id: null, name: 'Desk' },
  { id: '-0', name: 'Night' },
];

const authToken = 'any-token';

for (const variant of ['A', 'B'] as const) {
  test(`shows unaddressable webhooks but keeps them read-only on variant ${variant}`, async ({
    hookdesk,
  }) => {
    await using server = await new ListServer(variant).listen();
    server.entries = entries;
    const { baseUrl } = server;
    await hookdesk.connect('acme', { variant, baseUrl, authToken });
    const { list, editor, page } = hookdesk;

    await test.step('the list shows each of them with the reason in words', async () => {
      await expect(list.rows).toHaveCount(entries.length);
      for (const name of ['Pager', 'Chat']) {
        await expect(list.row(name)).toContainText('Id 7 is used twice');
        await expect(list.row(name).getByText('Id 7 twice')).toBeVisible();
      }
      await expect(list.row('Desk')).toContainText('No id');
      await expect(list.row('Night')).toContainText('Id -0 is not valid');
      await expect(list.row('Mail')).not.toContainText('Id');
      await expect(list.unaddressable).toContainText('4 webhooks');
    });

    await test.step('arrow keys reach them, and Enter opens them as read-only', async () => {
      await list.grid.focus();
      await page.keyboard.press('Home');
      for (const name of ['Chat', 'Desk', 'Mail', 'Night', 'Pager']) {
        await page.keyboard.press('Enter');
        await expect(editor.heading).toHaveText(name);
        await expect(editor.readOnlyWebhook).toBeVisible({ visible: name !== 'Mail' });
        await list.grid.focus();
        await page.keyboard.press('ArrowDown');
      }
      await expect(editor.readOnlyWebhook).toContainText('https://events.example.com/pager');
      await expect(editor.readOnlyWebhook).toContainText('Id 7 is used twice');
      await expect(editor.reviewAndPublish).toBeHidden();
      await expect(editor.root.getByRole('textbox')).toHaveCount(0);
      await expectAccessible(hookdesk, 'a webhook that can only be read');
    });

    await test.step('a selection excludes them and shows the reason', async () => {
      await list.grid.focus();
      await page.keyboard.press('End');
      await page.keyboard.press(' ');
      await expect(
        hookdesk.notice('Id 7 is used twice: this webhook cannot be selected'),
      ).toBeVisible();
      await page.keyboard.press('Control+a');
      await expect(list.chosen).toContainText('1 selected, 4 excluded');
      await expect(list.tick('Pager')).toBeDisabled();
      await expect(list.tick('Mail')).toBeChecked();
    });

    await test.step('a filter finds them', async () => {
      await list.filter.fill('pager');
      await expect(list.rows).toHaveCount(1);
      await list.filter.fill('');
      await expect(list.rows).toHaveCount(entries.length);
    });
    expect(server.writes).toEqual([]);
  });
}

for (const variant of ['A', 'B'] as const) {
  test(`shows a webhook with a wrong member read-only, and the rest as usual, on variant ${variant}`, async ({
    hookdesk,
  }) => {
    await using server = await new ListServer(variant).listen();
    server.entries = [
      alone,
      { id: '"7"', name: 'Pager' },
      { id: '8', name: 'Chat', members: { enabled: 'true' } },
    ];
    const { baseUrl } = server;
    await hookdesk.connect('acme', { variant, baseUrl, authToken });
    const { list, editor, page } = hookdesk;
    const words = {
      Pager: '/1/id is a string, not a whole number',
      Chat: '/2/enabled is a string, not true or false',
    };
    await expect(list.rows).toHaveCount(3);
    for (const [name, text] of Object.entries(words)) {
      await expect(list.row(name)).toContainText(text);
      await expect(list.row(name).getByText('Wrong type')).toBeVisible();
      await expect(list.unaddressable).toContainText(text);
      await expect(list.tick(name)).toBeDisabled();
      await list.open(name);
      await expect(editor.readOnlyWebhook).toContainText(text);
      await expect(editor.root.getByRole('textbox')).toHaveCount(0);
    }
    await expectAccessible(hookdesk, 'a webhook with a member of the wrong type');
    await list.grid.focus();
    await page.keyboard.press('Control+a');
    await expect(list.chosen).toContainText('1 selected, 2 excluded');
    await list.open('Mail');
    await editor.name.fill('Mail to the desk');
    await expect(editor.reviewAndPublish).toBeEnabled();
    expect(server.writes).toEqual([]);
  });
}

test('masks the secrets of the next read-only webhook after those of one were shown', async ({
  hookdesk,
}) => {
  await using server = await new ListServer('B').listen();
  server.entries = ['Chat', 'Pager'].map((name) => ({
    id: '7',
    name,
    url: `https://hooks.example.com/${name}?api_key=K1-of-${name}`,
  }));
  const { baseUrl } = server;
  await hookdesk.connect('acme', { variant: 'B', baseUrl, authToken });
  const { list, editor } = hookdesk;
  const shown = editor.readOnlyWebhook.getByRole('checkbox', { name: 'Show secret values' });
  await list.open('Chat');
  await shown.check();
  await expect(editor.readOnlyWebhook).toContainText('K1-of-Chat');
  await list.open('Pager');
  await expect(editor.readOnlyWebhook).toContainText('Pager?api_key=••••••••');
  await expect(shown).not.toBeChecked();
});

test('shows nothing as selected when all webhooks are excluded', async ({ hookdesk }) => {
  await using server = await new ListServer('B').listen();
  server.entries = ['Chat', 'Pager'].map((name) => ({ id: '7', name }));
  const { baseUrl } = server;
  await hookdesk.connect('acme', { variant: 'B', baseUrl, authToken });
  const { all, list } = hookdesk;
  await list.tickAll.click();
  await expect(list.chosen).toBeHidden();
  await expect(list.tickAll).not.toBeChecked();
  await all.button.click();
  await all.tickAll.click();
  await expect(hookdesk.notice('2 webhooks excluded: read-only')).toBeVisible();
  await expect(all.selected).toBeHidden();
  await expect(all.tickAll).not.toBeChecked();
});

test('keeps but does not publish a draft whose webhook id is now used twice', async ({
  hookdesk,
}) => {
  await using server = await new ListServer('B').listen();
  server.entries = [alone];
  const { baseUrl } = server;
  await hookdesk.connect('acme', { variant: 'B', baseUrl, authToken });
  const { list, editor, drafts, plan } = hookdesk;
  await list.open('Mail');
  await editor.name.fill('Mail to the desk');
  await editor.reviewAndPublish.click();
  await expect(editor.review.publish).toBeVisible();

  server.entries = [alone, { ...alone, name: 'Twin' }];
  await list.readAgain.click();
  await expect(list.row('Twin')).toContainText('Id 5 is used twice');
  await expect(editor.idDefect).toContainText('Id 5 is used twice');
  await expect(editor.review.publish).toBeHidden();
  await editor.tab('Definition');
  await expect(editor.name).toHaveValue('Mail to the desk');
  await expect(editor.reviewAndPublish).toBeDisabled();

  await drafts.button.click();
  await drafts.tickAll.click();
  await drafts.publishTicked.click();
  await expect(plan.row('Mail to the desk')).toContainText('Id 5 is used twice');
  expect(server.writes).toEqual([]);
});
