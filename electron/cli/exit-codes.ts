/** `applyPlan` and `watch` choose one for their results, each other command its own, and `failureOf` one for an error. */
export const exitCodes = {
  done: 0,
  error: 1,
  /** Only with `--exit-code`. */
  differences: 2,
  /** Some changes were made, and some were not or are unknown. */
  partlyApplied: 3,
  /** Of the installation or of the vault. */
  signInNeeded: 4,
  /** An installation changed since the plan was made. */
  stalePlan: 5,
  /** Another command, or a running Hookdesk that accepts none, uses the data folder. */
  locked: 6,
  /** 128 plus the number of SIGINT, as shells do. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
