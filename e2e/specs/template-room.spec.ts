import { boxOf } from '../fixtures/box-of.ts';
import { expect, test } from '../fixtures/test.ts';
import { framesDrawn } from '../fixtures/layout.ts';
import type { Installation } from '../fixtures/installation.ts';
import { webhookBody } from '../fixtures/webhooks.ts';
import type { Hookdesk } from '../pages/hookdesk.ts';

const lines = Array.from({ length: 30 }, (_, index) => `  "line ${String(index)}": "%AlertNam%"`);
const template = `{\n${lines.join(',\n')}\n}`;

async function openTemplate(hookdesk: Hookdesk, installation: Installation): Promise<void> {
  await installation.fetch('POST', '', { ...webhookBody('B', 'Ops'), payload_template: template });
  await hookdesk.connect('globex', installation);
  await hookdesk.list.open('Ops');
  await hookdesk.editor.tab('Payload');
}

/** How much of the Payload tab the text of the template has, from 0 to 1. */
async function shareOf({ editor }: Hookdesk): Promise<number> {
  const text = await boxOf(editor.payload.scroller);
  return text.height / (await boxOf(editor.payload.root)).height;
}

test('the template has 45 % of its pane, with many findings', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B);
  const { editor, page } = hookdesk;
  await expect(editor.preview.findingsTab).toHaveAccessibleName('Findings 30');
  for (const [width, height] of [
    [1280, 800],
    [1000, 640],
    [800, 600],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => shareOf(hookdesk), { message: `${String(width)}×${String(height)}` })
      .toBeGreaterThanOrEqual(0.45);
  }
});

test('shows the preview or the findings below the template', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B);
  const { preview, payload } = hookdesk.editor;
  await expect(preview.body).toBeVisible();
  await expect(preview.findings.first()).toBeHidden();
  await preview.showFindings();
  await expect(preview.findings).toHaveCount(30);
  await expect(preview.root).toBeHidden();
  await expect(payload.text).toBeVisible();
  await preview.findings
    .last()
    .getByRole('button', { name: /^Line 31/ })
    .click();
  await expect(payload.text).toBeFocused();
  await expect(preview.findings.last()).toBeVisible();
  await payload.pasteInstead('{"text": "all is well"}');
  await expect(hookdesk.page.getByText('No findings')).toBeVisible();
});

test('remembers the share of the template, dragged or set by keyboard', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B);
  const { editor, page } = hookdesk;
  const before = await boxOf(editor.payload.scroller);
  const splitter = editor.payload.splitter;
  await splitter.focus();
  await page.keyboard.press('ArrowUp');
  await expect
    .poll(async () => (await boxOf(editor.payload.scroller)).height)
    .toBeLessThan(before.height - 20);

  const place = await boxOf(splitter);
  await page.mouse.move(place.x + place.width / 2, place.y);
  await page.mouse.down();
  // Beyond both limits, where the cursor changes.
  for (const by of [-400, 400, 110]) {
    await page.mouse.move(place.x + place.width / 2, place.y + by, { steps: 4 });
  }
  await page.mouse.up();
  const dragged = await boxOf(editor.payload.scroller);
  expect(dragged.height).toBeGreaterThan(before.height + 20);

  await page.reload();
  await expect
    .poll(async () => Math.abs((await boxOf(editor.payload.scroller)).height - dragged.height))
    .toBeLessThanOrEqual(2);
});

test('the editor takes the room of the list, and gives it back', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B);
  const { editor, list, page, sidebar } = hookdesk;
  const before = await boxOf(editor.root);
  const sidebarBefore = await boxOf(sidebar.root);
  const listBefore = await boxOf(list.root);

  await test.step('by the button, and the sidebar keeps its width', async () => {
    await editor.hideList.click();
    await expect(list.root).toBeHidden();
    expect((await boxOf(editor.root)).width).toBeCloseTo(before.width + listBefore.width, -1);
    expect((await boxOf(sidebar.root)).width).toBeCloseTo(sidebarBefore.width, 0);
    await expect(editor.payload.text).toBeVisible();
    await editor.showList.click();
    await expect(list.root).toBeVisible();
    expect((await boxOf(editor.root)).width).toBeCloseTo(before.width, 0);
  });

  await test.step('by the key, from within the template, which keeps the focus', async () => {
    await editor.payload.text.focus();
    await page.keyboard.press('Control+B');
    await expect(list.root).toBeHidden();
    await expect(editor.payload.text).toBeFocused();
    await page.keyboard.press('Control+B');
    await expect(list.root).toBeVisible();
  });

  await test.step('by the key, from within the list, and the focus goes to the editor', async () => {
    await list.grid.focus();
    await page.keyboard.press('Control+B');
    await expect(editor.heading).toBeFocused();
  });

  await test.step('the list is back when the editor closes, at its row', async () => {
    await page.keyboard.press('Escape');
    await expect(list.root).toBeVisible();
    await expect(list.grid).toBeFocused();
  });

  await test.step('by the command', async () => {
    await list.open('Ops');
    await hookdesk.command('Show the list');
    await expect(list.root).toBeVisible();
    await hookdesk.command('Hide the list');
    await expect(list.root).toBeHidden();
  });
});

test('a line that is too long to wrap scrolls once for many typed characters', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B);
  const { editor, page } = hookdesk;
  const { payload } = editor;
  await payload.pasteInstead('0123456789 '.repeat(2_000));
  await expect(payload.place('too long to wrap')).toBeVisible();
  await page.keyboard.press('Control+Home');
  const scrolled = await payload.scroller.evaluateHandle((scroller) => {
    const places: number[] = [];
    scroller.addEventListener('scroll', () => places.push(scroller.scrollLeft));
    return places;
  });
  const typed = Array.from({ length: 300 }, (_, index) => String(index % 10)).join('');
  await page.keyboard.type(typed);
  const caret = async (): Promise<number> => {
    const [text, cursor] = [await boxOf(payload.scroller), await boxOf(payload.cursor)];
    return (cursor.x - text.x) / text.width;
  };
  await expect.poll(caret).toBeLessThan(1);
  expect(await caret()).toBeGreaterThan(0);
  const places = await scrolled.jsonValue();
  expect(places.length).toBeGreaterThan(1);
  expect(places.length).toBeLessThan(50);
});

test('the place in a line that is too long, and fixes, stay within a narrow pane', async ({
  hookdesk,
  installations,
}) => {
  await openTemplate(hookdesk, installations.B);
  const { page } = hookdesk;
  const { payload } = hookdesk.editor;
  await payload.pasteInstead(`%AlertNam% ${'0123456789 '.repeat(2_000)}`);
  await expect(payload.place('too long to wrap')).toBeVisible();
  await page.keyboard.press('Control+Home');
  const fix = payload.root.getByRole('button', { name: /Ctrl \./ });
  for (const width of [1280, 1000, 800, 640]) {
    await page.setViewportSize({ width, height: 800 });
    await framesDrawn(page);
    await expect(fix).toBeVisible();
    const pane = await boxOf(payload.root);
    for (const part of [fix, payload.place('Line 1, column 1')]) {
      const box = await boxOf(part);
      expect(box.x, `${String(width)} px`).toBeGreaterThanOrEqual(pane.x);
      expect(box.x + box.width, `${String(width)} px`).toBeLessThanOrEqual(pane.x + pane.width);
    }
  }
});
