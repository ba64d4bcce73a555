import type { JournalFilter } from '#contract/journal.ts';
import type { PlanSource } from '#contract/plans.ts';
import type { EntryOutcome } from '#domain/journal/entry.ts';

export type OutcomeChoice = 'any' | 'done' | 'differs' | 'nothing' | 'open';

export type PeriodChoice = 'ever' | 'today' | 'week' | 'month' | 'between';

export interface WebhookOfHistory {
  readonly connectionId: string;
  readonly webhookId: number;
  readonly name: string;
}

export interface HistoryFilter {
  readonly text: string;
  readonly connectionId: string | null;
  readonly webhook: WebhookOfHistory | null;
  readonly planId: string | null;
  readonly outcome: OutcomeChoice;
  readonly period: PeriodChoice;
  /** Inclusive days such as `2026-11-21` for the period `between`; empty for an open end. */
  readonly from: string;
  readonly to: string;
}

export const allOfHistory: HistoryFilter = {
  text: '',
  connectionId: null,
  webhook: null,
  planId: null,
  outcome: 'any',
  period: 'ever',
  from: '',
  to: '',
};

const outcomes: Readonly<Record<OutcomeChoice, readonly EntryOutcome[] | null>> = {
  any: null,
  done: ['done'],
  differs: ['differs'],
  nothing: ['failed', 'not-applied'],
  open: ['sent', 'unknown'],
};

const daysOf: Readonly<Partial<Record<PeriodChoice, number>>> = { today: 1, week: 7, month: 30 };

/** Converts to the journal's filter. Days are in the window's time zone. */
export function journalFilterOf(filter: HistoryFilter, now: Date): JournalFilter {
  const { webhook, planId, outcome } = filter;
  const chosen = outcomes[outcome];
  return {
    connectionId: webhook?.connectionId ?? filter.connectionId,
    webhookId: webhook?.webhookId ?? null,
    planId,
    outcomes: chosen === null ? null : [...chosen],
    text: filter.text.trim().slice(0, 200),
    ...span(filter, now),
  };
}

/** By filter, because a plan may have 100,000 entries. @param isRedo whether the plan was an undo */
export const undoOfPlan = (planId: string, isRedo = false): PlanSource => ({
  kind: 'undo-matching',
  filter: journalFilterOf({ ...allOfHistory, planId }, new Date()),
  except: [],
  ...(isRedo && { isRedo }),
});

export const isFiltered = (filter: HistoryFilter): boolean =>
  Object.values(journalFilterOf(filter, new Date())).some(
    (value) => value !== null && value !== '',
  );

function span(filter: HistoryFilter, now: Date): { from: Date | null; to: Date | null } {
  if (filter.period === 'between') {
    const last = startOf(filter.to);
    return { from: startOf(filter.from), to: last === null ? null : endOf(last) };
  }
  const days = daysOf[filter.period];
  if (days === undefined) return { from: null, to: null };
  return { from: new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1), to: null };
}

/** Returns `null` if `day` is not a date such as `2026-11-21`. */
function startOf(day: string): Date | null {
  const [, year, month, date] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date);
}

/** The last millisecond of a day; daylight saving time makes some days 23 or 25 hours long. */
const endOf = (day: Date): Date =>
  new Date(new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime() - 1);
