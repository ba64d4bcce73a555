import { planLimits, selectedCount, type WebhookSelection } from '#contract/plans.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { refusedError } from '../../problems.ts';

const inWords = (count: number): string => count.toLocaleString('en');

function refusalOfMany(
  kind: keyof typeof planLimits,
  count: number,
  what: string,
  advice: string,
): ProblemError | null {
  const most = planLimits[kind];
  if (count <= most) return null;
  return refusedError(
    `${inWords(count)} ${what} are too many for one plan, which has at most ${inWords(most)}.`,
    `Nothing was sent. ${advice}`,
  );
}

export const refusalOfSelection = (selection: WebhookSelection): ProblemError | null =>
  refusalOfMany(
    'webhooks',
    selectedCount(selection),
    'webhooks',
    'Filter the list and select fewer webhooks.',
  );

/** @throws ProblemError for more than one plan takes */
export function refuseMoreThan(...limit: Parameters<typeof refusalOfMany>): void {
  const refusal = refusalOfMany(...limit);
  if (refusal !== null) throw refusal;
}

export const tooManyMatch = (count: number | null): ProblemError => {
  const most = inWords(planLimits['undo-matching']);
  return refusedError(
    `${count === null ? `More than ${most}` : inWords(count)} entries match, and one plan undoes ${most} at most.`,
    'Nothing was sent. Filter History, for example by period, and undo the rest with another plan.',
  );
};

export const tooManyRows = (most: number): ProblemError =>
  refusedError(
    `One plan takes ${inWords(most)} rows at most.`,
    'Nothing was sent. Select fewer of them.',
  );

export const nothingToUndo = (): ProblemError =>
  refusedError('None of these entries can be undone.', 'Nothing was sent.');

export const alreadyBegun = (): ProblemError =>
  refusedError(
    'This plan has already started.',
    'Nothing was sent again. Check its results, or resume the remaining rows.',
  );

export const planIsRunning = (): ProblemError =>
  refusedError('This plan is running.', 'Wait until the plan ends, or cancel it.');

export const alreadyRotating = (): ProblemError =>
  refusedError(
    'Another plan is replacing this value and has not ended.',
    'Nothing was sent. Continue or dismiss that plan first: Drafts lists it.',
  );

export const pauseHasEnded = (): ProblemError =>
  refusedError(
    'The pause of this plan has ended, or a later plan resumed it.',
    'Nothing was sent. To disable webhooks again, make another pause.',
  );

export const hookdeskIsClosing = (): ProblemError =>
  plainError('aborted', 'Hookdesk is closing.', 'Nothing was sent. Start it again first.');

export const notReady = (): ProblemError =>
  refusedError(
    'Some rows cannot be sent: they need input, are blocked, are deleted or conflict.',
    'Nothing was sent. Exclude these rows, or resolve them first.',
  );
