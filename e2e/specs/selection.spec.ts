import { z } from 'zod';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const names = ['Pager 1', 'Pager 2', 'Pager 3'];

const Ids = z.array(z.object({ id: z.int() }));

const held = async (there: Installation): Promise<number[]> =>
  Ids.parse(await there.fetch('GET', '')).map(({ id }) => id);

for (const place of ['all installations', 'one list'] as const) {
  test(`a selection in ${place} does not pass to a webhook that nobody selected`, async ({
    hookdesk,
  }) => {
    const there = await startInstallation('B', { seed: 0 });
    for (const name of names) {
      const header = { http_header_key: 'Content-Type', http_header_value: 'application/json' };
      await there.fetch('POST', '', { ...webhookBody('B', name), http_headers: [header] });
    }
    await hookdesk.connect('acme', there);
    const { all, list, plan } = hookdesk;
    await expect(list.rows).toHaveCount(3);
    const isAll = place === 'all installations';
    const pane = isAll ? all : list;
    const selected = isAll ? all.selected : list.chosen;
    if (isAll) await all.button.click();
    if (isAll) await all.field.fill('Pager is:enabled');
    else await list.filter.fill('Pager');
    await expect(pane.rows).toHaveCount(3);
    await pane.grid.focus();
    await hookdesk.page.keyboard.press('Control+a');
    await expect(selected).toContainText('3 selected');

    const [renamed, kept, replaced] = await held(there);
    // Nothing of it stays: its id now belongs to another webhook.
    await there.fetch('PUT', String(replaced), {
      name: 'Stranger',
      url: 'https://other.example.com/',
      payload_template: '{"other": true}',
    });
    await there.fetch('PUT', String(renamed), { name: 'Night shift' });
    const before = there.writes().length;
    await hookdesk.page.keyboard.press('F5');
    await expect(pane.rows).toHaveCount(1);
    await expect(selected).toContainText('2 selected');
    await expect(selected).toContainText('1 of them not shown');
    await expect(selected).toContainText('1 changed since selected');
    await expect(selected).toContainText('1 no longer selected: deleted or replaced');

    await (isAll ? all.disableSelected.click() : list.changeChosen('Disable…'));
    await expect(plan.rows).toHaveCount(2);
    await expect(plan.rows.filter({ hasText: 'Night shift' })).toContainText(
      'Changed since you selected it',
    );
    await plan.run.click();
    await expect(plan.end).toContainText('1');
    const sent = there.writes().slice(before);
    expect(sent.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      `PUT ${kept}`,
    ]);
    await plan.close.click();
    await expect(selected).toBeHidden();
    await there.close();
  });
}

test('the box of a row and of the head show what is selected', async ({
  hookdesk,
  installations,
}) => {
  for (const name of names) await installations.B.fetch('POST', '', webhookBody('B', name));
  await hookdesk.connect('acme', installations.B);
  const { all, list, page } = hookdesk;
  for (const pane of [list, all]) {
    if (pane === all) await all.button.click();
    const tick = (name: string) => pane.tick(name, 'acme');
    await tick('Pager 1').click();
    await tick('Pager 3').click({ modifiers: ['Shift'] });
    // The range holds it already.
    await tick('Pager 2').click({ modifiers: ['Shift'] });
    for (const name of names) {
      await expect(tick(name)).toBeChecked();
      await expect(pane.row(name, 'acme')).toHaveAttribute('aria-selected', 'true');
    }
    await expect(pane.tickAll).toBeChecked({ indeterminate: true });
    await pane.tickAll.focus();
    await page.keyboard.press('Space');
    await expect(pane.tickAll).toBeChecked();
    await pane.tickAll.click();
    await expect(pane.tickAll).not.toBeChecked();
    for (const name of names) await expect(tick(name)).not.toBeChecked();
  }
});
