import { createContext } from 'svelte';
import type { PauseView } from '#contract/pauses.ts';
import type { Notifier } from '../../platform/notifications.ts';
import {
  type NotificationPreferences,
  WishedNotifications,
} from '../../shared/wished-notifications.ts';
import { disabledBy } from '../../shared/pauses/pauses.svelte.ts';
import { counted } from '#domain/text/wording.ts';
import { shortMomentIn, systemZone } from '../../ui/date-formats.ts';

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

/** Names neither installations nor webhooks, and not the reason. */
interface PauseEvent {
  readonly title: string;
  readonly text: string;
}

/** What happened to a pause since it was `before`; `null` for nothing to tell. */
function eventSince(before: PauseView, now: PauseView | undefined): PauseEvent | null {
  const status = now?.status ?? 'over';
  if (status === before.status) return null;
  switch (status) {
    case 'running':
      return { title: 'A pause began', text: `It is of ${allOf(before)}.` };
    case 'missed':
      return { title: 'A pause did not begin', text: `It is of ${allOf(before)}.` };
    case 'overdue':
    case 'not-resumed':
      return {
        title: `A pause is ${status === 'overdue' ? 'overdue' : 'not fully resumed'}`,
        text: `It still disables ${disabledOf(now ?? before)}.`,
      };
    case 'over':
      // One that never began was removed by a person.
      if (before.status === 'scheduled' || before.status === 'missed') return null;
      return { title: 'A pause is over', text: `It was of ${allOf(before)}.` };
    // The status after the plan is told instead.
    case 'resuming':
    case 'scheduled':
      return null;
  }
}

/** When the pause begins or ends next; `null` when no time is known. */
function nextTimeOf({ status, from, until }: PauseView): Date | null {
  if (status === 'scheduled') return from;
  return status === 'running' ? until : null;
}

/** Told before the pause begins or ends at this time. */
function eventAhead(pause: PauseView, at: Date, isLocked: boolean): PauseEvent {
  const begins = pause.status === 'scheduled';
  const time = shortMomentIn(systemZone(), at, new Date());
  const title = `A pause ${begins ? 'begins' : 'ends'} at ${time}`;
  if (isLocked) return { title, text: 'Hookdesk is locked, and can send nothing then. Unlock it.' };
  if (begins) return { title, text: `It is of ${allOf(pause)}.` };
  const how = pause.resumesItself ? 'Hookdesk resumes' : 'Nothing resumes by itself:';
  return { title, text: `${how} ${disabledOf(pause)}.` };
}

/** Before it begins, a pause has a selection only. */
function allOf({ webhooks, selection }: PauseView): string {
  const selected = selection.flatMap(({ webhooks: chosen }) => chosen);
  return counted(webhooks.length > 0 ? webhooks.length : selected.length, 'webhook');
}

const disabledOf = (pause: PauseView): string => counted(disabledBy(pause).length, 'webhook');
