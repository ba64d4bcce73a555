import type { Settings, SettingsChange } from '#contract/settings.ts';
import type { Notifier, SystemNotification } from '../platform/notifications.ts';

/** The part of the preferences that turns one kind of notifications on. */
export interface NotificationPreferences<Name extends keyof Settings> {
  readonly settings: Pick<Settings, Name>;
  change(change: SettingsChange): Promise<void>;
}

/** The setting of a person for one kind of notifications. */
interface Wish {
  readonly isOn: () => boolean;
  readonly choose: (on: boolean) => Promise<void>;
}

/** Notifications that a person turns on, shown while all windows are in the background. */
export class WishedNotifications {
  readonly #notifier: Notifier;
  readonly #wish: Wish;

  constructor(notifier: Notifier, wish: Wish) {
    this.#notifier = notifier;
    this.#wish = wish;
  }

  get isOn(): boolean {
    return this.#wish.isOn() && this.#notifier.permission() === 'granted';
  }

  /** Whether the system or the browser shows none. */
  get isBlocked(): boolean {
    const permission = this.#notifier.permission();
    return permission === 'denied' || permission === 'unsupported';
  }

  /** Stays off without the permission of the system or the browser. */
  async choose(on: boolean): Promise<void> {
    const isGranted = on && (await this.#notifier.request()) === 'granted';
    await this.#wish.choose(isGranted);
  }

  /** @param notification called only to show it */
  protected async show(notification: () => SystemNotification): Promise<void> {
    if (!this.isOn || (await this.#notifier.isInFront())) return;
    this.#notifier.show(notification());
  }
}
