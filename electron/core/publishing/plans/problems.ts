import { plainProblem, ProblemError } from '#domain/problem.ts';

export const noSuchPlan = (): ProblemError =>
  new ProblemError(
    plainProblem(
      'refused',
      'This plan is not known any more.',
      'Nothing was sent. Prepare it again: the drafts are still there.',
    ),
  );

export const noSuchRow = (): ProblemError =>
  new ProblemError(
    plainProblem('refused', 'This row is not in the plan.', 'Nothing was sent. Prepare it again.'),
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
      'Some of these rows cannot be sent: they are blocked, gone or in conflict.',
      'Nothing was sent. Leave them out, or settle them first.',
    ),
  );
