/** Events in words. */

import { sayOf } from "../../words/say";

export const nameEvent = (event: string) => sayOf(`browser.year-of-the-dragon.event.${event}`, event);
export const nameSuper = (event: string) => sayOf(`browser.year-of-the-dragon.super.${event}`, event);
