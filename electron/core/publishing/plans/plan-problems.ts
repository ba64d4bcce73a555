import { type HeldSource, planLimits } from '#contract/plans.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';

const inWords = (count: number): string => count.toLocaleString('en');

export function tooMany(source: HeldSource): ProblemError | null {
  const most = planLimits[source.kind];
  const refused = (count: number, what: string, advice: string): ProblemError | null =>
    count <= most
      ? null
      : new ProblemError(
          plainProblem(
            'refused',
            `${inWords(count)} ${what} are too many for one plan: it takes ${inWords(most)} at most.`,
            `Nothing was sent. ${advice}`,
          ),
        );
  switch (source.kind) {
    case 'drafts':
      return refused(source.draftIds.length, 'drafts', 'Publish them in several plans.');
    case 'undo':
      return refused(
        source.entryIds.length,
        'entries that were selected one by one',
        'Narrow the history to the entries that you mean, and use Select all matching.',
      );
    case 'undo-matching':
      return refused(
        source.except.length,
        'entries that were taken out one by one',
        'Narrow the history instead, for example to a period.',
      );
    case 'items':
      return refused(source.items.length, 'changes', 'Publish them in several plans.');
    case 'webhooks':
      return refused(source.webhookIds.length, 'webhooks', 'Filter the list, and take fewer.');
  }
}

export const tooManyMatch = (count: number | null): ProblemError => {
  const most = inWords(planLimits['undo-matching']);
  return new ProblemError(
    plainProblem(
      'refused',
      `${count === null ? `More than ${most}` : inWords(count)} entries match, and one plan undoes ${most} at most.`,
      'Nothing was sent. Narrow the history, for example to a period, and undo the rest with another plan.',
    ),
  );
};

export const tooManyRows = (most: number): ProblemError =>
  new ProblemError(
    plainProblem(
      'refused',
      `One plan takes ${inWords(most)} rows at most.`,
      'Nothing was sent. Select fewer of them.',
    ),
  );

export const nothingToUndo = (): ProblemError =>
  new ProblemError(
    plainProblem(
      'refused',
      'None of these entries changed anything, so there is nothing to undo.',
      'Nothing was sent.',
    ),
  );

export const begunAlready = (): ProblemError =>
  new ProblemError(
    plainProblem(
      'refused',
      'This plan was begun already.',
      'Nothing was sent again. Look how it stands, or resume what is left of it.',
    ),
  );

export const underWay = (): ProblemError =>
  new ProblemError(
    plainProblem(
      'refused',
      'This plan is being carried out.',
      'Wait until it has ended, or cancel it first.',
    ),
  );

export const closing = (): ProblemError =>
  new ProblemError(
    plainProblem('aborted', 'Hookdesk is about to end.', 'Nothing was sent. Start it again first.'),
  );

export const notReady = (): ProblemError =>
  new ProblemError(
    plainProblem(
      'refused',
      'Some of these rows cannot be sent: they are undecided, blocked, gone or in conflict.',
      'Nothing was sent. Leave them out, or settle them first.',
    ),
  );
