import { createContext } from 'svelte';
import type { Settings, SettingsChange } from '#contract/settings.ts';
import type { FoundChanges } from '#contract/watching.ts';
import type { Notifier } from '../../platform/notifications.ts';
import { foundInWords } from './labels.ts';

interface NotificationPreferences {
  readonly settings: Pick<Settings, 'changeNotifications'>;
  change(change: SettingsChange): Promise<void>;
}

interface Needs {
  readonly notifier: Notifier;
  readonly preferences: NotificationPreferences;
  /** Whether the vault is locked, which hides the names of installations. */
  readonly isLocked: () => boolean;
  readonly nameOf: (connectionId: string) => string;
}

/** Notifies the user of changes by others while all windows are in the background. */
export class ChangeNotifications {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get isOn(): boolean {
    const { notifier, preferences } = this.#needs;
    return preferences.settings.changeNotifications && notifier.permission() === 'granted';
  }

  /** Whether the system or the browser shows none. */
  get isBlocked(): boolean {
    const permission = this.#needs.notifier.permission();
    return permission === 'denied' || permission === 'unsupported';
  }

  async choose(on: boolean): Promise<void> {
    const { notifier, preferences } = this.#needs;
    const isGranted = on && (await notifier.request()) === 'granted';
    await preferences.change({ changeNotifications: isGranted });
  }

  /** Once for each round. All windows replace one notification. */
  async noteFound(found: FoundChanges, onclick: () => void): Promise<void> {
    const { notifier, isLocked, nameOf } = this.#needs;
    if (!this.isOn || (await notifier.isInFront())) return;
    const names = isLocked()
      ? []
      : found.byInstallation.map(({ connectionId }) => nameOf(connectionId));
    notifier.show({ ...foundInWords(found, names), tag: 'changes-by-others', onclick });
  }
}

export const [getChangeNotifications, setChangeNotifications] =
  createContext<ChangeNotifications>();
