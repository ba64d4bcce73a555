import { z } from 'zod';

/** The used members of a trace event; `dur` is in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number | undefined;
  readonly args?: unknown;
}

const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      args: z.unknown(),
    }),
  ),
});

/** @param trace as JSON */
export const readTrace = (trace: string): TraceEvent[] =>
  Trace.parse(JSON.parse(trace)).traceEvents;

/** The arguments of the begin event of an `EventTiming`; times are in milliseconds. */
const EventTiming = z.object({
  data: z.object({
    type: z.string(),
    /** From the input to the presentation of the frame with its effect. */
    duration: z.number(),
  }),
});

/**
 * Returns for each key press the milliseconds from the input to the frame with its effect. Source:
 * `EventTiming` of Chromium's devtools.timeline; unlike in the page, it is not rounded.
 */
export const keyToPaint = (events: readonly TraceEvent[]): number[] =>
  events
    .filter(({ name, ph }) => name === 'EventTiming' && ph === 'b')
    .map(({ args }) => EventTiming.parse(args).data)
    .filter(({ type }) => type === 'keydown')
    .map(({ duration }) => duration);

const ThreadName = z.object({ name: z.string() });

/** The longest task of the window's main thread, in milliseconds. */
export function longestTask(events: readonly TraceEvent[]): number {
  const main = new Set(
    events
      .filter(({ name }) => name === 'thread_name')
      .filter(({ args }) => ThreadName.parse(args).name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  let longest = 0;
  for (const { name, pid, tid, dur = 0 } of events) {
    if (name === 'RunTask' && main.has(`${pid}/${tid}`)) longest = Math.max(longest, dur);
  }
  return longest / 1_000;
}
