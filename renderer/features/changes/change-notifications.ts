import { createContext } from 'svelte';
import type { FoundChanges } from '#contract/watching.ts';
import type { Notifier } from '../../platform/notifications.ts';
import {
  type NotificationPreferences,
  WishedNotifications,
} from '../../shared/wished-notifications.ts';
import { foundInWords } from './watched-changes-labels.ts';

interface Needs {
  readonly notifier: Notifier;
  readonly preferences: NotificationPreferences<'changeNotifications'>;
  /** Whether the vault is locked, which hides the names of installations. */
  readonly isLocked: () => boolean;
  readonly nameOf: (connectionId: string) => string;
}

/** Notifies the user of changes by others while all windows are in the background. */
export class ChangeNotifications extends WishedNotifications {
  readonly #isLocked: () => boolean;
  readonly #nameOf: (connectionId: string) => string;

  constructor({ notifier, preferences, isLocked, nameOf }: Needs) {
    super(notifier, {
      isOn: () => preferences.settings.changeNotifications,
      choose: (changeNotifications) => preferences.change({ changeNotifications }),
    });
    this.#isLocked = isLocked;
    this.#nameOf = nameOf;
  }

  /** Once for each round. All windows replace one notification. */
  async noteFound(found: FoundChanges, onclick: () => void): Promise<void> {
    await this.show(() => {
      const names = this.#isLocked()
        ? []
        : found.byInstallation.map(({ connectionId }) => this.#nameOf(connectionId));
      return { ...foundInWords(found, names), tag: 'changes-by-others', onclick };
    });
  }
}

export const [getChangeNotifications, setChangeNotifications] =
  createContext<ChangeNotifications>();
