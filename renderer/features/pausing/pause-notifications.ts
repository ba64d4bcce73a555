import { createContext } from 'svelte';
import type { PauseView } from '#contract/pauses.ts';
import type { Notifier } from '../../platform/notifications.ts';
import {
  type NotificationPreferences,
  WishedNotifications,
} from '../../shared/wished-notifications.ts';
import { eventAhead, eventSince, nextTimeOf, type PauseEvent } from './pause-events.ts';

interface Needs {
  readonly notifier: Notifier;
  readonly preferences: NotificationPreferences<'pauseNotifications'>;
  readonly isLocked: () => boolean;
  readonly onclick: () => void;
}

/** Milliseconds before a beginning or end. */
const ahead = 600_000;
/** Milliseconds; a timer does not count the sleep of the machine. */
const longestSleep = 60_000;

/** Notifies the user before and after a pause begins and ends, while all windows are in the background. */
export class PauseNotifications extends WishedNotifications {
  readonly #isLocked: () => boolean;
  readonly #onclick: () => void;
  /** As last read, also while the vault is locked. */
  #known: readonly PauseView[] = [];
  /** Pause, with the time that was told before. */
  readonly #told = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ notifier, preferences, isLocked, onclick }: Needs) {
    super(notifier, {
      isOn: () => preferences.settings.pauseNotifications,
      choose: (pauseNotifications) => preferences.change({ pauseNotifications }),
    });
    this.#isLocked = isLocked;
    this.#onclick = onclick;
  }

  /** @param pauses `null` while they cannot be read */
  async note(pauses: readonly PauseView[] | null): Promise<void> {
    const before = this.#known;
    this.#known = pauses ?? before;
    const now = new Map(this.#known.map((pause) => [pause.id, pause]));
    for (const pause of before) {
      const event = eventSince(pause, now.get(pause.id));
      if (event !== null) await this.#tell(pause, event);
    }
    await this.#lookAhead();
  }

  async #lookAhead(): Promise<void> {
    const now = Date.now();
    let waits = false;
    for (const pause of this.#known) {
      const at = nextTimeOf(pause);
      const told = `${pause.id} ${at?.getTime()}`;
      if (at === null || at.getTime() <= now || this.#told.has(told)) continue;
      waits = true;
      if (at.getTime() - now > ahead) continue;
      this.#told.add(told);
      await this.#tell(pause, eventAhead(pause, at, this.#isLocked()));
    }
    clearTimeout(this.#timer);
    if (waits) this.#timer = setTimeout(() => void this.#lookAhead(), longestSleep);
  }

  #tell({ id }: PauseView, event: PauseEvent): Promise<void> {
    return this.show(() => ({ ...event, tag: `pause-${id}`, onclick: this.#onclick }));
  }
}

export const [getPauseNotifications, setPauseNotifications] = createContext<PauseNotifications>();
