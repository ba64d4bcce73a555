import { describe, expect, test } from 'vitest';
import { FakePreventable } from '../fakes/preventable.fake.ts';
import { FakeWebContents } from '../fakes/window.fake.ts';
import { guardNavigation } from './navigation-guard.ts';

const events = ['will-navigate', 'will-frame-navigate', 'will-redirect'];

function guarded(): FakeWebContents {
  const contents = new FakeWebContents();
  guardNavigation(contents, 'app://hookdesk');
  return contents;
}

function navigation(url: string, isMainFrame = true) {
  return Object.assign(new FakePreventable(), { url, isMainFrame });
}

describe.each(events)('%s', (event) => {
  test.each([
    'https://example.com/',
    'http://127.0.0.1:5173/',
    'app://other/index.html',
    'file:///etc/passwd',
    'about:blank',
    'javascript:alert(1)',
    'data:text/html,hello',
  ])('cannot navigate to %s', (url) => {
    const details = navigation(url);
    guarded().emit(event, details);
    expect(details.prevented).toBe(true);
  });

  test('can reload the page itself', () => {
    const details = navigation('app://hookdesk/index.html');
    guarded().emit(event, details);
    expect(details.prevented).toBe(false);
  });

  test('cannot navigate a frame to any address', () => {
    const details = navigation('app://hookdesk/index.html', false);
    guarded().emit(event, details);
    expect(details.prevented).toBe(true);
  });
});

test('opens no window and attaches no webview', () => {
  const contents = guarded();
  const webview = new FakePreventable();
  contents.emit('will-attach-webview', webview);
  expect(webview.prevented).toBe(true);
  const details = {
    url: 'app://hookdesk/index.html',
    frameName: '',
    features: '',
    disposition: 'new-window' as const,
    referrer: { url: '', policy: 'default' as const },
  };
  expect(contents.windowOpenHandler?.(details)).toEqual({ action: 'deny' });
});
