import { z } from 'zod';
import { pressKeysOf } from '../fixtures/publish.ts';
import { expect, test } from '../fixtures/test.ts';
import type { Installation } from '../fixtures/installation.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

// Tall enough for all messages below the text.
test.use({ viewport: { width: 1280, height: 1100 } });

const Received = z.object({ payload_template: z.string() });

/** Creates a webhook with the template and opens its Payload tab. */
async function openTemplate(
  hookdesk: Hookdesk,
  installation: Installation,
  template: string,
): Promise<void> {
  await installation.fetch('POST', '', {
    ...webhookBody('B', 'Ops'),
    payload_template: template,
  });
  await hookdesk.connect('globex', installation);
  await hookdesk.list.open('Ops');
  await hookdesk.editor.tab('Payload');
}

/** The template in the last write that the installation received. */
function published(installation: Installation): string {
  const update = installation.writes().at(-1);
  return Received.parse(JSON.parse(update?.body ?? '{}')).payload_template;
}

test('types a template, completes a placeholder and publishes by keyboard alone @main', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, '');
  const { page, editor } = hookdesk;
  const { keyboard } = page;
  const { payload } = editor;
  await payload.text.focus();
  // A typed closing bracket or quote replaces the automatic one.
  await keyboard.type('{"text": "%alertn');
  await expect(payload.offered).toHaveText([/^AlertName/, /^AlertInfo/]);
  await keyboard.press('Enter');
  await keyboard.type(': 100%?"}');
  await expect(payload.lines).toHaveText(['{"text": "%AlertName%: 100%?"}']);
  await expect(payload.said).toBeEmpty();
  // Typing replaces the selection.
  await keyboard.press('Shift+Home');
  await keyboard.press('x');
  await expect(payload.lines).toHaveText(['x']);
  await keyboard.press('Control+Z');
  await keyboard.press('Control+Enter');
  await pressKeysOf(editor.review.publish);
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe('{"text": "%AlertName%: 100%?"}');
});

test('window shortcuts work in the template; letters, Ctrl F and Tab belong to its editor', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, '{"text": "%AlertName%"}');
  const { page, editor, list } = hookdesk;
  const { keyboard } = page;
  const { payload } = editor;
  await payload.text.focus();
  await keyboard.press('Control+End');
  await keyboard.type('n?');
  await keyboard.press('Tab');
  await expect(payload.lines).toHaveText(['{"text": "%AlertName%"}n? ']);
  await expect(page.getByRole('dialog')).toBeHidden();

  await keyboard.press('Control+S');
  await expect(hookdesk.notice(/Edits saved to disk|Drafts are in memory/)).toBeVisible();
  const reads = installations.B.received.length;
  await keyboard.press('F5');
  await expect.poll(() => installations.B.received.length).toBeGreaterThan(reads);
  await keyboard.press('Control+K');
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(payload.text).toBeFocused();

  await keyboard.press('Control+F');
  await expect(payload.find).toBeFocused();
  await keyboard.press('Escape');
  await expect(payload.text).toBeFocused();
  await keyboard.press('Escape');
  await keyboard.press('Tab');
  await expect(payload.text).not.toBeFocused();
  await expect(payload.lines).toHaveText(['{"text": "%AlertName%"}n? ']);
  await keyboard.press('Control+F');
  await expect(list.filter).toBeFocused();
});

test('explains a placeholder on hover and at the cursor, also after inserting it from the menu', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, '{"text": "%AlertID%"}');
  const { page, editor } = hookdesk;
  const { payload } = editor;
  await payload.token('AlertID').hover();
  await expect(payload.tooltip).toContainText('The number of the alert');
  await expect(payload.tooltip).toContainText('4711');

  await payload.text.focus();
  await page.keyboard.press('Control+End');
  await expect(payload.tooltip).toBeHidden();
  await expect(payload.said).toBeEmpty();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(payload.said).toContainText('The number of the alert');

  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await payload.insert('ServerName');
  await expect(payload.text).toBeFocused();
  await expect(payload.lines).toHaveText(['{"text": "%AlertID%%ServerName%"}']);

  // A finding replaces the help of a placeholder only after F8 goes to it.
  await expect(payload.marks).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(payload.said).toContainText('The name of the server');
  await page.keyboard.press('F8');
  await expect(payload.said).toContainText('Note');
});

test('formats a template as one undo step, or shows why it cannot', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, '{"text":"%AlertName%","value":%CurrentValue%}');
  const { page, editor } = hookdesk;
  const { payload } = editor;
  await payload.format.click();
  const formatted = ['{', '  "text": "%AlertName%",', '  "value": %CurrentValue%', '}'];
  await expect(payload.lines).toHaveText(formatted);
  await page.keyboard.press('Control+Z');
  await expect(payload.lines).toHaveCount(1);
  await expect(editor.draftBadge).toBeHidden();

  await page.keyboard.press('Control+End');
  await page.keyboard.type(' text');
  await page.keyboard.press('Shift+Alt+F');
  await expect(payload.said).toContainText('Only valid JSON can be formatted');
  await expect(payload.lines).toHaveCount(1);
});

test('finds and replaces text', async ({ hookdesk, installations }) => {
  await openTemplate(hookdesk, installations.B, 'one\ntwo\nOne\n(one)');
  const { page, editor } = hookdesk;
  const { payload } = editor;
  await payload.text.focus();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('one');
  await expect(payload.found).toHaveText('3 found');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(payload.found).toHaveText('2 of 3');
  await page.getByRole('button', { name: 'Match case' }).click();
  await expect(payload.found).toHaveText(/of 2|2 found/);
  await payload.replace.fill('three');
  await payload.replaceAll.click();
  await expect(payload.lines).toHaveText(['three', 'two', 'One', '(three)']);
  await expect(payload.found).toHaveText('Not found');
  await page.keyboard.press('Escape');
  await expect(payload.find).toBeHidden();
  await expect(payload.text).toBeFocused();
});

test('F8 goes to findings, and a key, a button or the tooltip fixes them', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(
    hookdesk,
    installations.B,
    '{\n  "a": "%alertid%",\n  "b": "%severip%",\n  "c": "%agentid%"\n}',
  );
  const { page, editor } = hookdesk;
  const { payload } = editor;
  await expect(payload.marks).toHaveCount(3);
  await payload.text.focus();
  await page.keyboard.press('F8');
  await expect(payload.place('Line 2')).toBeVisible();
  await expect(payload.said).toContainText('Error');
  await expect(payload.tooltip).toContainText('%AlertID%');
  await page.keyboard.press('Control+.');
  await expect(payload.lines.nth(1)).toHaveText('  "a": "%AlertID%",');
  await expect(payload.marks).toHaveCount(2);

  await page.keyboard.press('F8');
  await expect(payload.place('Line 3')).toBeVisible();
  await page.keyboard.press('Shift+F8');
  await expect(payload.place('Line 4')).toBeVisible();
  await payload.fix('%AgentID%').click();
  await expect(payload.lines.nth(3)).toHaveText('  "c": "%AgentID%"');
  await expect(payload.marks).toHaveCount(1);

  await page.keyboard.press('F8');
  await payload.tooltip.getByRole('button', { name: '%ServerIP%' }).click();
  await expect(payload.lines.nth(2)).toHaveText('  "b": "%ServerIP%",');
  await expect(payload.marks).toHaveCount(0);
  // Each fix is a separate undo step.
  await page.keyboard.press('Control+Z');
  await expect(payload.lines.nth(2)).toHaveText('  "b": "%severip%",');
  await expect(payload.lines.nth(3)).toHaveText('  "c": "%AgentID%"');
});

test('undo works after a tab change, after “Revert” and after Discard', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, 'start');
  const { page, editor } = hookdesk;
  const { keyboard } = page;
  const { payload } = editor;
  await payload.text.focus();
  await keyboard.press('Control+End');
  await keyboard.type(' one');
  await editor.tab('Headers');
  await editor.tab('Payload');
  await payload.undoEdits.click();
  await expect(payload.lines).toHaveText(['start']);
  await payload.text.focus();
  await keyboard.press('Control+Z');
  await expect(payload.lines).toHaveText(['start one']);
  await expect(editor.draftBadge).toBeVisible();
  await editor.discard.click();
  await expect(payload.lines).toHaveText(['start']);
  await payload.text.focus();
  await keyboard.press('Control+Z');
  await expect(payload.lines).toHaveText(['start one']);
  await keyboard.press('Control+Z');
  await keyboard.press('Control+Z');
  await keyboard.press('Control+Z');
  await expect(payload.lines).toHaveText(['start']);
  await expect(editor.draftBadge).toBeHidden();
  await keyboard.press('Control+Y');
  await expect(payload.lines).toHaveText(['start one']);
});

test('keeps CRLF line breaks of the installation, and converts pasted line breaks to CRLF', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, '{\r\n  "text": "%alertname%"\r\n}');
  const { page, editor } = hookdesk;
  const { keyboard } = page;
  const { payload } = editor;
  await expect(payload.place('3 lines (CRLF), 29 bytes')).toBeVisible();
  await payload.text.focus();
  // CRLF must not shift the position of the finding.
  await expect(payload.marks).toHaveCount(1);
  await keyboard.press('F8');
  await keyboard.press('Control+.');
  await keyboard.press('Control+End');
  await keyboard.press('Enter');
  await keyboard.type('.');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  // The full stop makes the template invalid JSON.
  await editor.review.publishBroken.click();
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe('{\r\n  "text": "%AlertName%"\r\n}\r\n.');

  await editor.tab('Payload');
  await payload.pasteInstead('a\nb\r\nc');
  await expect(payload.said).toHaveText(
    'Pasted line breaks were changed from LF and CRLF to CRLF, like the rest of the template.',
  );
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe('a\r\nb\r\nc');
});

test('an edit of one character in a CRLF template changes nothing else', async ({
  hookdesk,
  installations,
}) => {
  const template = '{\r\n  "text": "%AlertID%",\r\n  "b": 1\r\n}\r\n';
  await openTemplate(hookdesk, installations.B, template);
  const { page, editor } = hookdesk;
  await expect(editor.draftBadge).toBeHidden();
  await editor.payload.text.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type('2');
  await editor.reviewAndPublish.click();
  await expect(editor.review.templateLines).toHaveText([/"b": 1$/, /"b": 12$/]);
  await expect(editor.review.changes).not.toContainText('Line breaks change');
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe(template.replace('"b": 1', '"b": 12'));
});

test('keeps pasted CRLF if it replaces the whole template, and reports converted line breaks', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, 'one\ntwo');
  const { page, editor } = hookdesk;
  const { payload } = editor;
  await payload.pasteInstead('{\r\n"a": 1\r\n}');
  await expect(payload.place('3 lines (CRLF), 12 bytes')).toBeVisible();
  await page.keyboard.press('Control+Z');
  await expect(payload.place('2 lines, 7 bytes')).toBeVisible();
  await expect(editor.draftBadge).toBeHidden();
  await page.keyboard.press('Control+Y');
  await expect(payload.place('3 lines (CRLF), 12 bytes')).toBeVisible();
  await editor.reviewAndPublish.click();
  await expect(editor.review.changes).toContainText('Line breaks change from LF to CRLF.');
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe('{\r\n"a": 1\r\n}');

  await editor.tab('Payload');
  await payload.text.focus();
  await page.keyboard.press('Control+End');
  await payload.paste('\n,\n');
  await expect(payload.said).toContainText('changed from LF to CRLF');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  // The comma makes the template invalid JSON.
  await editor.review.publishBroken.click();
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe('{\r\n"a": 1\r\n}\r\n,\r\n');
});

test('keeps mixed line breaks unchanged', async ({ hookdesk, installations }) => {
  await openTemplate(hookdesk, installations.B, 'a\r\nb\nc');
  const { page, editor } = hookdesk;
  await editor.payload.text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('d');
  await editor.reviewAndPublish.click();
  await editor.review.publish.click();
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe('a\r\nb\ncd');
});

test('pastes, edits and publishes a one-line template of 256 KiB without loss', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B, '');
  const { page, editor } = hookdesk;
  const { payload } = editor;
  const large = `{"text": "${'%AlertName% is told, and told again. '.repeat(7_000)}"}`;
  await payload.pasteInstead(large);
  await expect(payload.place(`${large.length.toLocaleString('en-US')} bytes`)).toBeVisible();
  await expect(payload.place('too long to wrap')).toBeVisible();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('the end');
  // Publishing at once must not lose the last typed characters.
  await page.keyboard.press('Control+Enter');
  await pressKeysOf(editor.review.publish);
  await expect(editor.review.identical).toBeVisible();
  expect(published(installations.B)).toBe(`${large.slice(0, -2)}the end"}`);

  // Typing replaces the whole template, although the page renders only a part of it.
  await editor.tab('Payload');
  await payload.text.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('x');
  await expect(payload.place('1 line, 1 byte')).toBeVisible();
  await page.keyboard.press('Control+Z');
  await expect(payload.place(`${(large.length + 7).toLocaleString('en-US')} bytes`)).toBeVisible();
});

test('a template of a read-only installation can be searched but not changed', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await B.fetch('POST', '', {
    ...webhookBody('B', 'Ops'),
    payload_template: '{"a":"%AlertName%"}',
  });
  const { page, dialog, editor } = hookdesk;
  await hookdesk.addInstallation();
  await dialog.fill({ name: 'globex', ...B });
  await dialog.readOnly.click();
  await dialog.add.click();
  await hookdesk.list.open('Ops');
  await editor.tab('Payload');
  const { payload } = editor;
  await expect(payload.text).not.toBeEditable();
  await payload.text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('x%');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Alt+F');
  await expect(payload.lines).toHaveText(['{"a":"%AlertName%"}']);
  await expect(payload.offered).toHaveCount(0);
  await expect(payload.format).toBeHidden();
  await expect(payload.insertToken).toBeHidden();
  await payload.text.focus();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('alert');
  await expect(payload.found).toHaveText('1 found');
  await expect(payload.replace).toBeHidden();
});

test('colours strings, numbers and other words of JSON, and leaves its brackets pale', async ({
  hookdesk,
  installations,
}) => {
  const template = '{"key": ["text", 12, other, true]}';
  await openTemplate(hookdesk, installations.B, template);
  const { payload } = hookdesk.editor;
  await expect(payload.lines).toHaveText([template]);
  const colours = await Promise.all(
    ['"key"', '"text"', '12', 'true', 'other', ']}', '{'].map((text) => payload.colourOf(text)),
  );
  const [key, string, number, word, other, brackets, bracket] = colours;
  expect(new Set([key, string, number, other, brackets]).size).toBe(5);
  expect([word, bracket]).toEqual([number, brackets]);
  // A text that is not JSON has one colour, which is that of other words.
  await payload.pasteInstead('other {}');
  await expect(payload.lines).toHaveText(['other {}']);
  // The pair at the cursor may be marked, each bracket by itself.
  expect(await payload.colourOf('{')).toBe(other);
});

test('a long line has colours in sight and few elements in the page', async ({
  hookdesk,
  installations,
}) => {
  const fields = Array.from({ length: 2_000 }, (_, at) => `"field${at}": "value ${at}"`);
  await openTemplate(hookdesk, installations.B, `{${fields.join(',')}}`);
  const { payload } = hookdesk.editor;
  await expect(payload.lines).toHaveCount(1);
  const string = await payload.colourOf('"value 0"');
  expect(await payload.lines.locator('span').count()).toBeLessThan(200);
  await payload.text.focus();
  await hookdesk.page.keyboard.press('Control+End');
  await expect(payload.lines).toContainText('"value 1999"');
  await expect.poll(() => payload.colourOf('"value 1999"')).toBe(string);
  expect(await payload.lines.locator('span').count()).toBeLessThan(200);
});
