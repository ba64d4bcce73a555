import { createServer } from 'node:http';
import { expect, test } from '../fixtures/test.ts';
import { startInstallation } from '../fixtures/installation.ts';
import { tracesIn, tracesInFiles } from '#test-support/traces.ts';
import { startWebHost } from '../fixtures/web-host.ts';
import { Hookdesk } from '../pages/hookdesk.ts';

const canary = 'canary-3c9f0b7e52d84a11';
const traces = (text: string): string[] => tracesIn(text, { canary });

test('the auth token never appears in window messages, the DOM, logs or files', async ({
  page,
  dataFolder,
}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'reads the frames of the WebSocket');
  const installation = await startInstallation('B', { authToken: canary });
  const host = await startWebHost(dataFolder);
  const messages: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => messages.push(String(payload)));
  });
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));

  await page.goto(host.address);
  const hookdesk = new Hookdesk(page);
  const dialog = await hookdesk.addInstallation();
  await dialog.fill({ name: 'acme', ...installation });
  await dialog.test.click();
  await expect(dialog.steps).toContainText(['The auth token was accepted']);
  await dialog.add.click();
  await hookdesk.list.rows.first().click();
  await hookdesk.editor.name.fill('Canary flight');
  await hookdesk.editor.reviewAndPublish.click();
  await hookdesk.editor.review.exactBody();
  await hookdesk.editor.review.publish.click();
  await expect(hookdesk.editor.review.identical).toBeVisible();
  expect(installation.writes()[0]?.headers['x-auth-token']).toBe(canary);

  // The settings accept a new token but do not show the stored one.
  await hookdesk.list.menu('Settings…');
  await expect(dialog.authToken).toHaveValue('');
  await dialog.root.getByRole('button', { name: 'Cancel' }).click();

  // A response that repeats the token is masked too.
  await installation.close();
  const repeating = createServer(({ headers }, response) => {
    response.writeHead(400, { 'Content-Type': 'text/plain' });
    response.end(`Not accepted: ${String(headers['x-auth-token'])}`);
  });
  repeating.listen(Number(new URL(installation.baseUrl).port), '127.0.0.1');
  await hookdesk.list.readAgain.click();
  await expect(hookdesk.list.problem).toContainText('Not accepted: •');
  repeating.close();

  expect(messages.length).toBeGreaterThan(10);
  expect(traces(messages.join('\n'))).toEqual([]);
  expect(traces(await page.content())).toEqual([]);
  expect(traces(logged.join('\n'))).toEqual([]);
  await host.end();
  expect(traces(host.output())).toEqual([]);
  const kept = tracesInFiles(dataFolder, { canary });
  expect(kept.files).toBeGreaterThan(0);
  expect(kept.traces).toEqual([]);
});
