import { countEffort, takeEffort } from '../fixtures/effort.ts';
import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

const sites = ['site-1', 'site-2', 'site-3'] as const;
const secret = { old: 'fake-shared-key-2041', next: 'fake-shared-key-2042' };
/** Of 63 webhooks with the host, 49 hold the secret. */
const [webhooksOfSite, holders] = [21, 49];

async function startSite(index: number): Promise<Installation> {
  const variant = index === 0 ? 'A' : 'B';
  const site = await startInstallation(variant, { seed: 0 });
  for (let nth = 1; nth <= webhooksOfSite; nth += 1) {
    const body = webhookBody(variant, `Ops ${nth}`);
    const holds = index * webhooksOfSite + nth <= holders;
    const key = { http_header_key: 'X-Shared-Key', http_header_value: secret.old };
    await site.fetch('POST', '', holds ? { ...body, http_headers: [key] } : body);
  }
  return site;
}

const countOf = async (site: Installation, text: string): Promise<number> =>
  JSON.stringify(await site.fetch('GET', '')).split(text).length - 1;

/** For the requests of a plan of 63 webhooks. */
const sending = { timeout: 30_000 };

test('seven journeys take no more clicks and keys than they are allowed', async ({ hookdesk }) => {
  const { all, compare, copyTo, editMany, list, page, plan, rotate } = hookdesk;
  const started = await Promise.all(sites.map((_, index) => startSite(index)));
  const spare = await startInstallation('B', { seed: 0 });
  for (const [index, site] of started.entries()) await hookdesk.connect(sites[index] ?? '', site);
  const url = 'https://night.example.com/';
  await spare.fetch('POST', '', { ...webhookBody('B', 'Night shift'), url });
  await hookdesk.connect('spare', spare);
  await countEffort(page);
  const expectEffort = async (clicks: number, keys: number): Promise<void> => {
    const taken = await takeEffort(page);
    expect(taken.clicks).toBeLessThanOrEqual(clicks);
    expect(taken.keys).toBeLessThanOrEqual(keys);
  };
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const type = (text: string): Promise<void> => page.keyboard.type(text);
  const inSum = async (text: string): Promise<number> => {
    const counts = await Promise.all(started.map((site) => countOf(site, text)));
    return counts.reduce((sum, count) => sum + count);
  };

  await test.step('copy to three', async () => {
    await list.tick('Night shift').click();
    await list.chosen.getByRole('button', { name: 'Copy to…' }).click();
    await copyTo.root.getByRole('checkbox', { name: 'All' }).click();
    await press('Control+Enter');
    await expect(plan.rows).toHaveCount(3);
    await plan.run.click();
    await expect.poll(() => inSum('"Night shift"')).toBe(3);
    await expectEffort(4, 2);
    await plan.close.click();
  });

  await test.step('find a host on all installations', async () => {
    await takeEffort(page);
    await press('Control+Shift+F');
    await type('host:hooks.example.com');
    await expect(all.coverage).toContainText('63 webhooks');
    await expectEffort(0, 1);
  });

  await test.step('set a header of 63 webhooks', async () => {
    await all.tickAll.click();
    await expect(all.selected).toContainText('63 selected on 3 installations');
    await all.selected.getByRole('button', { name: 'Edit many…' }).click();
    await press('Tab');
    await type('X-Team');
    await press('Tab');
    await type('night');
    await expect(editMany.summary).toHaveText('63 webhooks changed, 0 unchanged');
    await press('Control+Enter');
    await expect(plan.run).toContainText('63');
    await plan.run.click();
    await expect.poll(() => inSum('X-Team'), sending).toBe(63);
    await expectEffort(4, 7);
    await plan.close.click();
  });

  await test.step('disable a host everywhere', async () => {
    await takeEffort(page);
    await press('Control+Shift+F');
    await press('Control+A');
    // The last search found the same 63: only another result shows that a search was answered.
    await type('h');
    await expect(all.coverage).toContainText('67 webhooks');
    await type('ost:hooks.example.com');
    await expect(all.coverage).toContainText('63 webhooks');
    await all.tickAll.click();
    await all.disableSelected.click();
    await expect(plan.run).toContainText('63');
    await plan.run.click();
    await expect.poll(() => inSum('"enabled":false'), sending).toBe(63);
    await expectEffort(3, 3);
  });

  await test.step('undo', async () => {
    await expect(plan.undoAll).toBeVisible();
    await plan.undoAll.click();
    await expect(plan.run).toBeEnabled();
    await pressKeysOf(plan.run);
    await expect.poll(() => inSum('"enabled":false'), sending).toBe(0);
    await expectEffort(1, 1);
    await plan.close.click();
  });

  await test.step('rotate a secret of 49 webhooks', async () => {
    await takeEffort(page);
    await press('Control+K');
    await type('Rotate a secret');
    await press('Enter');
    await type(secret.old);
    await press('Enter');
    await expect(rotate.found).toContainText('49 webhooks on 3 installations');
    await type(secret.next);
    await press('Enter');
    await expect(plan.run).toContainText('49');
    await plan.tryFirst.click();
    await plan.continueRest.click();
    await expect.poll(() => inSum(secret.next), sending).toBe(49);
    await expectEffort(3, 5);
    await plan.close.click();
  });

  await test.step('compare two', async () => {
    await takeEffort(page);
    await compare.button.click();
    await compare.target('site-2').click();
    await compare.start.click();
    await expect(compare.rows).not.toHaveCount(0);
    await expectEffort(4, 0);
  });
  await Promise.all([...started, spare].map((each) => each.close()));
});
