import { systemClock } from '#adapters/clock/clock.ts';
import type { DesktopUpdater } from '#adapters/updates/desktop-updater.ts';
import type { Core } from '#core/core.ts';
import { withTimeout } from '#core/with-timeout.ts';
import type { CloseGuardNeeds, Loss } from './window/close-guard.ts';

type Confirm<Window> = CloseGuardNeeds<Window>['confirm'];

interface InstallOnQuitNeeds<Window> {
  readonly updater: Pick<DesktopUpdater, 'install'>;
  readonly core: Pick<Core, 'installsOnQuit' | 'stay'>;
  readonly confirm: Confirm<Window>;
  /** The new process must find neither lock. */
  readonly releaseLock: () => void;
  readonly log: (line: string) => void;
  /** Blocks until the person has read it. */
  readonly showError: (title: string, text: string) => void;
  /** Milliseconds for an installation. */
  readonly limit?: number;
}

/** Installs a downloaded version after a quit that lost no work. */
export function installOnQuit<Window>(needs: InstallOnQuitNeeds<Window>) {
  const { updater, core, releaseLock, log, showError, limit = 60_000 } = needs;
  let losesWork = false;
  return {
    confirm: async (window: Window | null, loss: Loss): Promise<boolean> => {
      const mayLeave = await needs.confirm(window, loss);
      if (loss.by !== 'quit') return mayLeave;
      losesWork = mayLeave;
      if (!mayLeave) core.stay();
      return mayLeave;
    },
    /** Call last. Does not reject; on macOS the system may end the process first. */
    install: async (): Promise<void> => {
      if (losesWork || !core.installsOnQuit()) return;
      releaseLock();
      // The text of an error may name folders of the person.
      const installed = updater.install().catch(() => false);
      if ((await withTimeout(systemClock, installed, limit)) === true) return;
      log('update: not installed');
      showError(
        'The new version was not installed',
        'Hookdesk is closed, and its version stays as it was. Start Hookdesk and check for updates again. If it fails again, install the new version yourself.',
      );
    },
  };
}
