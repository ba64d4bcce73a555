import type { ThingCommand } from '../ui/menu-item.ts';

export interface AppCommand {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly shortcut?: string;
  /** Where it leads, for the edge and the badge of the environment. */
  readonly connectionId?: string;
  readonly run: () => void;
}

/** A command of a group; `false` or `null` if it does not apply. */
export type CommandOfGroup = Omit<AppCommand, 'group'> | false | null;

/** `null` for a command that is missing or disabled. */
export function ofThing(id: string, command: ThingCommand | null | undefined): CommandOfGroup {
  if (command == null || command.disabled === true) return null;
  return { id, label: command.named, run: command.choose };
}
