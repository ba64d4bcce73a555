import { type Installation, startInstallation } from '../fixtures/installation.ts';
import { expect, test } from '../fixtures/test.ts';
import { tracesIn, tracesInFiles } from '#test-support/traces.ts';
import { startWebHost } from '../fixtures/web-host.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

const secrets = { old: 'canary-old-3c9f0b7e52', next: 'canary-new-84a11d06fe' };
const traces = (text: string): string[] => tracesIn(text, secrets);

/** The JSON of a webhook with the secret in a header or in its template. */
function body(variant: 'A' | 'B', name: string, place: 'header' | 'template') {
  const inHeader = place === 'header';
  return {
    ...webhookBody(variant, name),
    http_headers: [
      {
        http_header_key: 'Authorization',
        http_header_value: `Bearer ${inHeader ? secrets.old : 'another-value'}`,
      },
    ],
    payload_template: inHeader ? '{"text": "%AlertName%"}' : `{"key": "${secrets.old}"}`,
  };
}

async function withSecrets(variant: 'A' | 'B', count: number): Promise<Installation> {
  const installation = await startInstallation(variant, { seed: 2 });
  for (let nth = 1; nth <= count; nth += 1) {
    const place = nth % 3 === 0 ? 'template' : 'header';
    await installation.fetch('POST', '', body(variant, `Ops ${nth}`, place));
  }
  return installation;
}

const heldBy = async (installation: Installation): Promise<string> =>
  JSON.stringify(await installation.fetch('GET', ''));

test('replaces the secret in 30 webhooks of three installations with ten actions @main', async ({
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'reads the frames of the WebSocket');
  const installations = await Promise.all(
    (['A', 'B', 'B'] as const).map((variant) => withSecrets(variant, 10)),
  );
  const host = await startWebHost(dataFolder);
  const received: string[] = [];
  const sent: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
  });
  await page.goto(host.address);
  const hookdesk = new Hookdesk(page);
  const { plan, rotate } = hookdesk;
  for (const [index, installation] of installations.entries()) {
    await hookdesk.connect(`site-${index + 1}`, installation);
  }

  let actions = 0;
  const press = async (key: string): Promise<void> => {
    actions += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string): Promise<void> => {
    actions += 1;
    await page.keyboard.insertText(text);
  };
  await press('Control+K');
  await type('Rotate a secret');
  await press('Enter');
  await expect(rotate.value).toBeFocused();
  await type(secrets.old);
  await press('Enter');
  await expect(rotate.found).toHaveText('30 webhooks on 3 installations hold this value');
  await expect(rotate.holders('site-2')).toHaveCount(10);
  await expect(rotate.holders('site-2').filter({ hasText: 'Ops 3' })).toContainText(
    'Payload template',
  );
  await expect(rotate.newValue).toBeFocused();
  await type(secrets.next);
  await press('Enter');

  await expect(plan.run).toHaveText('Rotate in 30 webhooks on site-1, site-2 and site-3');
  await expect(plan.details).toContainText('Changes the value of the header Authorization');
  actions += 1;
  await plan.tryFirst.click();
  await expect(plan.end).toContainText('Only one row was sent.');
  expect(installations.flatMap((each) => each.writes().slice(10))).toHaveLength(1);
  actions += 1;
  await plan.continueRest.click();
  await expect(plan.end).toContainText('30 changes published and verified');
  await expect(plan.root).toContainText(/No webhook on .+ holds the old value/);
  expect(actions).toBeLessThanOrEqual(10);

  for (const installation of installations) {
    const held = await heldBy(installation);
    expect(held).not.toContain(secrets.old);
    expect(held.split(secrets.next)).toHaveLength(11);
    expect(installation.writes().slice(10)).toHaveLength(10);
  }
  expect(received.length).toBeGreaterThan(10);
  expect(traces(received.join('\n'))).toEqual([]);
  expect(sent.filter((frame) => frame.includes(secrets.old))).toHaveLength(1);
  expect(sent.filter((frame) => frame.includes(secrets.next))).toHaveLength(1);
  expect(traces(await page.content())).toEqual([]);
  await host.end();
  expect(traces(host.output())).toEqual([]);
  expect(tracesInFiles(dataFolder, secrets).traces).toEqual([]);
  await Promise.all(installations.map((each) => each.close()));
});

test('rotates the secret of a header, tries it on one webhook first, and undoes it', async ({
  hookdesk,
  installations: { B },
}) => {
  const { editor, list, plan, rotate, testSend, page } = hookdesk;
  for (const name of ['Ops chat', 'Ops mail']) {
    await B.fetch('POST', '', body('B', name, 'header'));
  }
  await hookdesk.connect('globex', B);
  await hookdesk.command('Find where a secret is used');
  await rotate.value.fill('short');
  await rotate.find.click();
  await expect(rotate.problem).toContainText('fewer than 8 characters');
  await rotate.value.fill('nothing-holds-this');
  await rotate.find.click();
  await expect(rotate.found).toHaveText('No webhook on 1 installation holds this value');
  await rotate.close.click();

  await list.open('Ops mail');
  await editor.tab('Headers');
  await editor.headers.rotate(editor.headers.line('Authorization')).click();
  await expect(rotate.found).toHaveText('2 webhooks on 1 installation hold this value');
  await expect(rotate.root).toContainText('what follows Bearer in the header Authorization');
  await rotate.newValue.fill(`Bearer ${secrets.next}`);
  await rotate.review.click();
  await expect(rotate.problem).toContainText('Enter the value without “Bearer”.');
  await rotate.newValue.fill(secrets.next);
  await rotate.review.click();

  await plan.row('Ops mail').click();
  await expect(plan.tryFirst).toHaveText('Try Ops mail on globex productionprod first');
  await plan.tryFirst.click();
  await expect(plan.row('Ops mail')).toContainText('Done');
  await expect(plan.continueRest).toHaveText('Continue with the rest (1) on globex');
  await expect(plan.filter('Not sent yet')).toBeVisible();
  await plan.sendTest.click();
  await expect(testSend.send).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await heldBy(B)).toContain(secrets.next);

  // An unfinished plan blocks a second rotation of the same value.
  await hookdesk.command('Rotate a secret');
  await rotate.value.fill(secrets.old);
  await rotate.find.click();
  await rotate.newValue.fill('yet-another-value');
  await rotate.review.click();
  await plan.run.click();
  await expect(plan.root).toContainText('Another plan is replacing this value');
  await plan.close.click();

  await hookdesk.command('Show results: Rotate');
  await plan.undoAll.click();
  await plan.run.click();
  await expect(plan.end).toContainText('1 change undone and verified');
  expect(await heldBy(B)).not.toContain(secrets.next);
});
