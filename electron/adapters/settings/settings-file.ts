/** Assigning to `store` writes the file atomically and flushes it. */
export type OpenSettingsFile = (options: {
  readonly directory: string;
  readonly name: string;
  readonly mode: number;
}) => { store: Record<string, unknown> };
