import { textFilter } from '#domain/text/text-filter.ts';
import type { AppCommand } from './app-command.ts';

interface CommandGroup {
  readonly name: string;
  readonly commands: readonly AppCommand[];
}

/** Commands shown of a group; there may be thousands of drafts. */
const ofGroup = 50;

export class Palette {
  readonly #all: () => readonly AppCommand[];
  #at = $state(0);
  text = $state('');

  readonly #fitting: readonly AppCommand[] = $derived.by(() => {
    const passes = textFilter(this.text);
    if (passes === null) return this.#all();
    return this.#all().filter(({ group, label }) => passes(`${group} ${label}`));
  });
  readonly groups: readonly CommandGroup[] = $derived(
    [...Map.groupBy(this.#fitting, ({ group }) => group)].map(([name, commands]) => ({
      name,
      commands: commands.slice(0, ofGroup),
    })),
  );
  readonly fitting: readonly AppCommand[] = $derived(
    this.groups.flatMap(({ commands }) => commands),
  );
  readonly more = $derived(this.#fitting.length - this.fitting.length);
  readonly active: AppCommand | undefined = $derived(
    this.fitting[Math.min(this.#at, this.fitting.length - 1)],
  );

  constructor(all: () => readonly AppCommand[]) {
    this.#all = all;
  }

  type(text: string): void {
    this.text = text;
    this.#at = 0;
  }

  /** Wraps around at both ends. */
  move(by: 1 | -1): void {
    const count = this.fitting.length;
    if (count > 0) this.#at = (this.#at + by + count) % count;
  }

  moveTo(command: AppCommand): void {
    this.#at = this.fitting.indexOf(command);
  }
}
