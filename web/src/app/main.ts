import { mount } from "svelte";
import "./tokens.css";
import "./base.css";
import { loadWords } from "../i18n/languages";

const [{ default: App }] = await Promise.all([import("./App.svelte"), loadWords()]);
mount(App, { target: document.querySelector("#app")! });
