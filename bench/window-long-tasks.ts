import type { Browser, Page } from '@playwright/test';
import { z } from 'zod';

/** The longest tasks of a window's thread, in milliseconds. */
export interface Longest {
  /** By the clock, of tasks longer than 50 ms (W3C Long Tasks API); 0 without such a task. */
  readonly task: number;
  /** Work of the thread in one task, independent of other load. */
  readonly worked: number;
}

/** Members of a trace that are used; times are in microseconds. */
const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      tdur: z.number().optional(),
      args: z.object({ name: z.string().optional() }).optional(),
    }),
  ),
});

/** Makes a page record its long tasks from its next document on. */
export async function noteLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const longTasks: number[] = [];
    Object.assign(window, { longTasks });
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) longTasks.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** The longest tasks during `work` on a page of {@link noteLongTasks}. */
export async function longestDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<Longest> {
  await longTask(page);
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const task = await longTask(page);
  const trace = await browser.stopTracing();
  return { task, worked: mostWorked(trace.toString()) };
}

/** The longest of the long tasks since the last call. */
function longTask(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { longTasks } = window as unknown as { longTasks: number[] };
    // The browser reports the latest tasks with a delay.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return Math.max(0, ...longTasks.splice(0));
  });
}

function mostWorked(trace: string): number {
  const { traceEvents } = Trace.parse(JSON.parse(trace));
  const windows = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  let most = 0;
  for (const { name, pid, tid, tdur = 0 } of traceEvents) {
    const isTask = name === 'ThreadControllerImpl::RunTask' && windows.has(`${pid}/${tid}`);
    if (isTask) most = Math.max(most, tdur);
  }
  return most / 1_000;
}
