import { bundleOf60 } from '../fixtures/bundle-of-60.ts';
import type { Installation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';

const namesOn = async (installation: Installation): Promise<string[]> => {
  const held = (await installation.fetch('GET', '')) as { name: string }[];
  return held.map(({ name }) => name);
};

test('reviews and publishes a file of 60 webhooks, with one answer for many rows', async ({
  hookdesk,
  installations,
}) => {
  const { A, B } = installations;
  const { bundle, page, plan } = hookdesk;
  const text = await bundleOf60(A, B);
  await hookdesk.connect('acme', B);
  await hookdesk.connect('globex', A);
  await expect(hookdesk.dialog.root).toBeHidden();
  await bundle.drop('team.hookdesk.json', text);
  await bundle.target('acme').check();
  await bundle.target('globex').check();
  await bundle.seePlan.click();

  await test.step('the filters show the size of each group of rows', async () => {
    await expect(plan.root.getByRole('heading', { level: 1 })).toHaveText(
      'Import team.hookdesk.json',
    );
    await expect(plan.filter('All')).toHaveText('All 120');
    await expect(plan.filter('Needs input')).toHaveText('Needs input 24');
    await expect(plan.filter('Ready to send')).toHaveText('Ready to send 56');
    await expect(plan.filter('Left out')).toHaveText('Left out 40');
  });

  await test.step('the heading of an installation shows the hints that its rows share', async () => {
    await expect(plan.installation('acme')).toContainText('20 rows: Keeps existing secrets.');
    await plan.filter('Left out').click();
    await expect(plan.row('Ops 1').first()).toHaveText(/^Unchanged\s*Ops 1\s*id \d+\s*$/);
    await plan.row('Ops 1').first().click();
    await expect(plan.details).toContainText('Keeps existing secrets.');
    await plan.filter('All').click();
  });

  await test.step('one answer resolves many rows', async () => {
    await plan.useMethodForAll('PUT').click();
    await expect(plan.filter('Needs input')).toHaveText('Needs input 20');
    await plan.filter('Needs input').click();
    for (const name of ['acme', 'globex']) {
      await plan.enterSecrets(name).click();
      await plan.giveSecret('ticket-key', `canary-${name}`);
    }
    await expect(plan.filter('Needs input')).toHaveText('Needs input 8');
  });

  await test.step('the details resolve single rows', async () => {
    await plan.row('Twin 1').first().click();
    await plan
      .option(/^“Twin 1”/)
      .first()
      .click();
    await plan.filter('Ready to send').click();
    await expect(plan.run).toBeEnabled();
    await expect(page.getByText('canary-')).toHaveCount(0);
    await plan.run.click();
    await expect(plan.end).toContainText('73 changes published and verified');
  });

  await test.step('rows without an answer are left out, and need attention', async () => {
    await expect(plan.end).toContainText('7 left out (needs input)');
    await expect(plan.filter('Needs attention')).toHaveText('Needs attention 7');
    await expect(plan.filter('Left out')).toHaveText('Left out 40');
    expect(await namesOn(B)).toEqual(expect.arrayContaining(['Network 1', 'New 8', 'Relay 4']));
    const ticket = (await namesOn(A)).filter((name) => name.startsWith('Ticket'));
    expect(ticket).toHaveLength(6);
    await plan.close.click();
    await expect(bundle.where).toContainText('Back to the plan');
  });
});
