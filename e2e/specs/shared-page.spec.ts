import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

test.describe.configure({ mode: 'serial' });

test.beforeEach(({}, testInfo) => {
  testInfo.skip(testInfo.project.name !== 'web', 'about the page of the browser');
});

test.describe('the shared page of a worker', () => {
  let before: Page;

  test('can be left in any state', async ({ hookdesk, installations }) => {
    const { page } = hookdesk;
    await hookdesk.connect('acme', installations.A);
    await page.evaluate(() => {
      localStorage.setItem('left', 'yes');
      sessionStorage.setItem('left', 'yes');
      document.cookie = 'left=yes; max-age=600';
    });
    await page.context().grantPermissions(['geolocation']);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 640, height: 480 });
    await page.route('**/*', (route) => route.abort());
    await page.context().newPage();
    before = page;
  });

  test('is reset for the next test', async ({ hookdesk, viewport }) => {
    const { page } = hookdesk;
    await expect(hookdesk.welcome).toBeVisible();
    expect(page).toBe(before);
    const left = await page.evaluate(async () => ({
      storage: [localStorage.getItem('left'), sessionStorage.getItem('left')],
      cookie: document.cookie,
      location: (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted',
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
    }));
    expect(left).toEqual({
      storage: [null, null],
      cookie: '',
      location: false,
      dark: false,
    });
    expect(page.viewportSize()).toEqual(viewport);
    expect(page.context().pages()).toHaveLength(1);
  });
});
