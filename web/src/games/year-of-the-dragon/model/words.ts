/** Events in words. */

import { sayOf } from "../../../i18n/say";

export const nameEvent = (event: string) => sayOf(`browser.year-of-the-dragon.event.${event}`, event);
export const nameSuper = (event: string) => sayOf(`browser.year-of-the-dragon.super.${event}`, event);
