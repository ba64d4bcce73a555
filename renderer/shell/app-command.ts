import type { ThingCommand } from '../shared/workspace/commands/thing-command.ts';

export interface AppCommand {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly shortcut?: string;
  readonly run: () => void;
}

/** `null` for a command that is missing or disabled. */
export function ofThing(
  id: string,
  group: string,
  command: ThingCommand | null | undefined,
): AppCommand | null {
  if (command == null || command.disabled === true) return null;
  return { id, group, label: command.named, run: command.choose };
}
