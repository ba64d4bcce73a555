import { z } from 'zod';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

const Shifts = z.array(z.string());

/** Records what moves from now on, also right after a key or a click. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly sources: readonly {
        readonly node: Node | null;
        readonly previousRect: DOMRectReadOnly;
        readonly currentRect: DOMRectReadOnly;
      }[];
    }
    const shifts: string[] = [];
    const place = ({ x, y, width, height }: DOMRectReadOnly): string =>
      `${String(x)},${String(y)} ${String(width)}×${String(height)}`;
    const note = (list: PerformanceObserverEntryList): void => {
      for (const entry of list.getEntries() as Shift[]) {
        for (const { node, previousRect, currentRect } of entry.sources) {
          // A request that arrives is put above the earlier ones.
          const isReceived = node instanceof Element && node.closest('[aria-label="Received"]');
          if (isReceived) continue;
          const name = node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent;
          shifts.push(`${name ?? '?'}: ${place(previousRect)} → ${place(currentRect)}`);
        }
      }
    };
    const observer = new PerformanceObserver(note);
    observer.observe({ type: 'layout-shift' });
    Object.assign(window, {
      shiftsOf: () => {
        const rest = observer.takeRecords();
        note({ getEntries: () => rest } as PerformanceObserverEntryList);
        return shifts.splice(0);
      },
    });
  });
}

async function shifts(page: Page): Promise<string[]> {
  // Entries are queued after the frame that shifts.
  return Shifts.parse(
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => {
            requestAnimationFrame(() => {
              resolve((window as unknown as { shiftsOf: () => string[] }).shiftsOf());
            });
          });
        }),
    ),
  );
}

test('nothing moves during a refresh, a save and a test send', async ({
  hookdesk,
  installations,
}) => {
  const { B } = installations;
  await hookdesk.connectWith('globex', B, ['Alpha', 'Zulu']);
  const { editor, list, page, testSend } = hookdesk;
  await page.mouse.move(2, 300);
  await list.grid.focus();
  await watchShifts(page);

  await test.step('a refresh, fast or slow', async () => {
    await page.keyboard.press('F5');
    await expect(list.readAgain).toBeEnabled();
    expect(await shifts(page)).toEqual([]);
    await B.fail({ kind: 'latency', milliseconds: 900 });
    await page.keyboard.press('F5');
    await expect(list.readAgain).toBeDisabled();
    await expect(list.readAgain).toBeEnabled();
    await B.fail();
    expect(await shifts(page)).toEqual([]);
  });

  await test.step('a save', async () => {
    await list.open('Zulu');
    await editor.url.fill('https://hooks.example.com/services/a');
    await expect(editor.draftBadge).toBeVisible();
    await shifts(page);
    await editor.url.pressSequentially('bc');
    await page.keyboard.press('Control+S');
    await expect(page.getByText(/[Ss]aved/).first()).toBeVisible();
    expect(await shifts(page)).toEqual([]);
  });

  await test.step('a test send', async () => {
    await editor.tab('Payload');
    await expect(editor.preview.body).toContainText('Database size');
    await editor.preview.test.click();
    await expect(testSend.send).toBeVisible();
    await shifts(page);
    for (const nth of [1, 2, 3]) {
      await testSend.send.click();
      await expect(testSend.received).toHaveCount(nth);
      await expect(testSend.answer).toBeInViewport({ ratio: 1 });
      await expect(testSend.send).toBeEnabled();
      expect(await shifts(page), `test ${String(nth)}`).toEqual([]);
    }
  });
});

test('a tooltip stays away when the focus returns', async ({ hookdesk, installations }) => {
  await hookdesk.connect('globex', installations.B);
  const { page } = hookdesk;
  const tooltip = page.locator('.tooltip');
  const button = page.getByRole('banner').getByRole('button', { name: /settings/i });
  await button.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
  // Longer than the delay of a tooltip.
  await page.waitForFunction(
    (from) => performance.now() > from + 600,
    await page.evaluate(() => performance.now()),
  );
  await expect(tooltip).toBeHidden();
});
