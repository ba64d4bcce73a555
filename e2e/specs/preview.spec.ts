import { receiver } from '../fixtures/receiver.ts';
import { expect, test } from '../fixtures/test.ts';
import { webhookBody } from '../fixtures/webhooks.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('the preview shows the body for each event, and which events are not sent @main', async ({
  hookdesk,
  installations,
}) => {
  const { editor, list } = hookdesk;
  await hookdesk.connectWith('globex', installations.B, ['Ops']);
  await list.open('Ops');
  await editor.tab('Payload');
  const { preview } = editor;

  await expect(preview.body).toContainText('"text": "Database size in server"');
  await editor.template.fill('{"text": "%AlertName%: %CurrentState% was %OldState%"}');
  await preview.choose('MEDIUM');
  await expect(preview.body).toContainText('MEDIUM was LOW');
  await preview.choose('LOW');
  await expect(preview.event).toHaveText('LOW, not sent');
  await expect(preview.said).toContainText('Not sent: Low is off');
  await preview.choose('First raise');
  await expect(preview.body).toContainText('MEDIUM was %OldState%');
  await preview.option('Plain');
  await expect(preview.body).toContainText('MEDIUM was ');
  await expect(preview.body).not.toContainText('%OldState%');

  await preview.show('Changes');
  await expect(preview.changes).toContainText('+');

  await preview.show('Request');
  await expect(preview.headers).toContainText('X-Api-Key: ••••••••');
  await expect(preview.root).not.toContainText('fake-old-key');
  await preview.showSecrets.check();
  await expect(preview.headers).toContainText('X-Api-Key: fake-old-key');

  await preview.choose('All events');
  await expect(preview.bodyOf('CLEARED')).toContainText('CLEARED was HIGH');
});

test('stores sample values per webhook, and own placeholders per installation', async ({
  hookdesk,
  installations,
}) => {
  const { editor, list, page, tokens } = hookdesk;
  await installations.B.fetch('POST', '', {
    ...webhookBody('B', 'Ops'),
    payload_template: '{"text": "%AlertName% in %Site%"}',
  });
  await hookdesk.connect('globex', installations.B);
  await list.open('Ops');
  await editor.tab('Payload');
  const { preview } = editor;
  await expect(preview.findingsTab).toHaveAccessibleName('Findings 2');
  await preview.showFindings();
  await expect(preview.findings.first()).toContainText('%Site%');

  await hookdesk.ofInstallation('Placeholders…');
  await tokens.add.click();
  await tokens.field('Name', 1).fill('Not a name');
  await tokens.save.click();
  await expect(tokens.root).toContainText('letters from A to Z');
  await tokens.field('Name', 1).fill('Site');
  await tokens.field('Sample', 1).fill('7');
  await tokens.save.click();
  await expect(tokens.root).toBeHidden();
  await expect(preview.findings).toHaveText([/A value of %AlertName% breaks the JSON/]);
  await preview.showPreview();
  await expect(preview.body).toContainText('Database size in server in 7');

  await preview.show('Values');
  await preview.value('AlertName').fill('Disk full');
  await preview.show('Body');
  await expect(preview.body).toContainText('Disk full in 7');

  await page.keyboard.press('Escape');
  await list.open('Ops');
  await editor.tab('Payload');
  await expect(preview.body).toContainText('Disk full in 7');
  await preview.show('Values');
  await preview.sampleAgain('AlertName').click();
  await preview.show('Body');
  await expect(preview.body).toContainText('Database size in server in 7');
});

test('shows findings beside the template, and applies a safe fix with one click', async ({
  hookdesk,
  installations,
}) => {
  const { editor, list } = hookdesk;
  await hookdesk.connectWith('globex', installations.B, ['Ops']);
  await list.open('Ops');
  await editor.tab('Payload');
  const { preview } = editor;
  await preview.showFindings();
  await expect(preview.findings).toHaveText([
    /%AlertName% breaks the JSON when it holds a backslash/,
  ]);
  await editor.template.fill('{"text": "%AlertNam% %alertid%"}');
  await expect(preview.findings).toHaveText([/Unknown placeholder %AlertNam%/, /%alertid%/]);
  await preview.findings.first().getByRole('button').last().click();
  await expect(preview.findings).toHaveText([/%alertid%/, /A value of %AlertName%/]);
  await preview.findings.first().getByRole('button').last().click();
  await expect(preview.findings).toHaveText([/A value of %AlertName%/]);
  await preview.showPreview();
  await expect(preview.body).toContainText('Database size in server 4711');
  await preview.choose('Difficult values');
  await expect(preview.body).toContainText('Database size \\"1\\" & <C:\\data>');
  await expect(preview.root).toContainText('not JSON');
});

test('copies the request as a curl command, and masks secrets by default', async ({
  hookdesk,
  installations,
}) => {
  const { editor, list } = hookdesk;
  await hookdesk.connectWith('globex', installations.B, ['Ops']);
  await list.open('Ops');
  await editor.tab('Payload');
  const { preview } = editor;
  await expect(preview.body).toContainText('Database size');
  const masked = await preview.copy(/curl \(Linux/);
  expect(masked).toContain('curl');
  expect(masked).not.toContain('fake-old-key');
  await preview.copy(/Include secrets/);
  expect(await preview.copy(/curl \(Linux/)).toContain('fake-old-key');
  expect(await preview.copy(/Copy body/)).toBe('{"text": "Database size in server"}');
});

test('a test send to the receiver on this computer shows the exact bytes', async ({
  hookdesk,
  installations,
}) => {
  const { editor, list, testSend } = hookdesk;
  await hookdesk.connectWith('globex', installations.B, ['Ops']);
  await list.open('Ops');
  await editor.tab('Payload');
  await editor.preview.choose('HIGH');
  await editor.preview.test.click();
  await expect(testSend.root).toContainText('results may differ from the network of globex');
  await testSend.answersWith.fill('503');
  await testSend.send.click();
  await expect(testSend.answer).toContainText('503');
  await expect(testSend.head).toContainText('POST /services/ops HTTP/1.1');
  await expect(testSend.head).toContainText('X-Api-Key: ••••••••');
  await expect(testSend.root).not.toContainText('fake-old-key');
  await testSend.showSecrets.check();
  await expect(testSend.head).toContainText('X-Api-Key: fake-old-key');
  await expect(testSend.body).toHaveText('{"text": "Database size in server"}');
  await testSend.showLast();
  await expect(testSend.last).toHaveCount(2);
  await expect(testSend.last.last()).toContainText('503');
});

test('a test send to the webhook’s URL names the host, and never goes to this computer', async ({
  hookdesk,
  installations,
}) => {
  const { editor, list, testSend } = hookdesk;
  const target = await receiver();
  await installations.B.fetch('POST', '', { ...webhookBody('B', 'Ops'), url: target.url });
  await hookdesk.connect('globex', installations.B);
  await list.open('Ops');
  await editor.tab('Payload');
  await editor.preview.test.click();
  await testSend.toTarget.click();
  await expect(testSend.send).toHaveText(`Send to ${new URL(target.url).host}`);
  await testSend.send.click();
  await expect(testSend.root).toContainText('this computer');
  expect(target.requests).toEqual([]);
  await target.close();
});

test('checks an XML template, and offers a CDATA section as a fix', async ({
  hookdesk,
  installations,
}) => {
  const { editor, list } = hookdesk;
  await installations.B.fetch('POST', '', {
    ...webhookBody('B', 'Ops'),
    http_headers: [{ http_header_key: 'Content-Type', http_header_value: 'application/xml' }],
    payload_template: '<alert><name>%AlertName%</name></alert>',
  });
  await hookdesk.connect('globex', installations.B);
  await list.open('Ops');
  await editor.tab('Payload');
  const { preview } = editor;
  await preview.showFindings();
  await expect(preview.findings).toHaveText([/A value of %AlertName% breaks the XML/]);
  await preview.findings.getByRole('button', { name: 'Put it in a CDATA section' }).click();
  await expect(preview.findings).toHaveCount(0);
  await expect(editor.payload.lines).toHaveText([
    '<alert><name><![CDATA[%AlertName%]]></name></alert>',
  ]);
  await editor.template.fill('<alert>R&D</alert>');
  await expect(preview.findings).toHaveText([/malformed XML.*write &amp;/]);
});
