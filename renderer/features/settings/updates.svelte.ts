import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { ManualReason, ManualUpdate, UpdatesOff, UpdateState } from '#contract/updates.ts';

export class Updates {
  readonly host: HookdeskClient['updates'];
  /** `null` until the host has reported it. */
  state = $state.raw<UpdateState | null>(null);

  /** `null` for a copy that updates itself. */
  manual = $state.raw<ManualUpdate | null>(null);

  constructor(host: HookdeskClient['updates']) {
    this.host = host;
  }

  async follow(): Promise<void> {
    try {
      this.manual = await this.host.manual();
      for await (const state of await this.host.watch()) this.state = state;
    } catch {
      // The window reports a lost host connection elsewhere.
    }
  }
}

export const [getUpdates, setUpdates] = createContext<Updates>();

export const reasonsOff: Readonly<Record<UpdatesOff, string>> = {
  browser: 'The person who runs the browser version updates it.',
  'no-feed': 'This build names no update server. Install new versions yourself.',
  managed: 'Set by your organisation. Ask your administrator for new versions.',
  damaged: 'The managed settings of this computer cannot be used. Ask your administrator.',
};

/** Why a person installs new versions, and how. */
export const manualReasons: Readonly<Record<ManualReason, string>> = {
  development: 'This copy runs from its sources. Update the sources.',
  'system-package':
    'Hookdesk was installed as a package of the system. Install a newer package to update it.',
  'not-installed': 'On Linux, only the AppImage updates itself. Install new versions yourself.',
  portable: 'The portable program does not update itself. Replace it with a newer one.',
  'read-only':
    'Hookdesk may not replace itself in its folder. Move it to a folder of your own, or ask your administrator for the new version.',
  unsigned:
    'This build is not signed, and macOS replaces only signed applications. Install new versions yourself.',
  translocated:
    'macOS runs this copy from a temporary folder and does not replace it there. Quit Hookdesk, move it to the Applications folder with the Finder, and open it again.',
};

export const percentOf = (share: number): string => `${Math.floor(share * 100)} %`;

/** For the status bar; `null` where it needs none. */
export function updateNote(state: UpdateState): string | null {
  switch (state.kind) {
    case 'available':
      return `Version ${state.version} is available`;
    case 'downloading':
      return `Downloading version ${state.version}: ${percentOf(state.share)}`;
    case 'ready':
      return state.onQuit
        ? `Version ${state.version} will be installed on quit`
        : `Version ${state.version} is ready to install`;
    case 'failed':
      return state.during === 'download' ? 'The update was not downloaded' : null;
    case 'off':
    case 'idle':
    case 'checking':
      return null;
  }
}
