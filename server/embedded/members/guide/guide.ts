/** The guide: every chapter in its order, under one title and version. */
import type { Guide } from "../../../wire/members/guide.ts";
import { bank } from "./chapters/bank.ts";
import { delivery } from "./chapters/delivery.ts";
import { family } from "./chapters/family.ts";
import { firstMinutes } from "./chapters/first_minutes.ts";
import { government } from "./chapters/government.ts";
import { howItWorks } from "./chapters/how_it_works.ts";
import { job } from "./chapters/job.ts";
import { onlineLove } from "./chapters/online_love.ts";
import { protect } from "./chapters/protect.ts";
import { report } from "./chapters/report.ts";
import { techSupport } from "./chapters/tech_support.ts";
import { trade } from "./chapters/trade.ts";
import { unknown } from "./chapters/unknown.ts";

export const GUIDE: Guide = {
  title: "How phone scams work and how to get out of one",
  version: "1.2, November 2026",
  chapters: [
    firstMinutes,
    howItWorks,
    bank,
    delivery,
    government,
    techSupport,
    family,
    trade,
    job,
    onlineLove,
    unknown,
    report,
    protect,
  ],
};
