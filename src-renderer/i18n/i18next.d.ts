import "i18next";
import type about from "../../locales/en/about.json";
import type account from "../../locales/en/account.json";
import type admin from "../../locales/en/admin.json";
import type announcements from "../../locales/en/announcements.json";
import type author from "../../locales/en/author.json";
import type billing from "../../locales/en/billing.json";
import type board from "../../locales/en/board.json";
import type checkout from "../../locales/en/checkout.json";
import type common from "../../locales/en/common.json";
import type contact from "../../locales/en/contact.json";
import type cooking from "../../locales/en/cooking.json";
import type dogs from "../../locales/en/dogs.json";
import type feeds from "../../locales/en/feeds.json";
import type field from "../../locales/en/field.json";
import type forms from "../../locales/en/forms.json";
import type heightClass from "../../locales/en/height-class.json";
import type home from "../../locales/en/home.json";
import type judgeNotes from "../../locales/en/judge-notes.json";
import type legal from "../../locales/en/legal.json";
import type library from "../../locales/en/library.json";
import type libraryMore from "../../locales/en/library-more.json";
import type recipe from "../../locales/en/recipe.json";
import type review from "../../locales/en/review.json";
import type search from "../../locales/en/search.json";
import type shelf from "../../locales/en/shelf.json";
import type showDay from "../../locales/en/show-day.json";
import type signIn from "../../locales/en/sign-in.json";
import type members from "../../locales/en/members.json";
import type membership from "../../locales/en/membership.json";
import type titles from "../../locales/en/titles.json";
import type training from "../../locales/en/training.json";
import type video from "../../locales/en/video.json";
import type withdrawal from "../../locales/en/withdrawal.json";
import type brand from "../../resources/brand/en.json";

/** Keys are typed from English, the language that has all texts. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      about: typeof about;
      account: typeof account;
      admin: typeof admin;
      announcements: typeof announcements;
      author: typeof author;
      billing: typeof billing;
      board: typeof board;
      brand: typeof brand;
      checkout: typeof checkout;
      common: typeof common;
      contact: typeof contact;
      cooking: typeof cooking;
      dogs: typeof dogs;
      feeds: typeof feeds;
      field: typeof field;
      forms: typeof forms;
      "height-class": typeof heightClass;
      home: typeof home;
      "judge-notes": typeof judgeNotes;
      legal: typeof legal;
      library: typeof library;
      "library-more": typeof libraryMore;
      members: typeof members;
      membership: typeof membership;
      recipe: typeof recipe;
      review: typeof review;
      search: typeof search;
      shelf: typeof shelf;
      "show-day": typeof showDay;
      "sign-in": typeof signIn;
      titles: typeof titles;
      training: typeof training;
      video: typeof video;
      withdrawal: typeof withdrawal;
    };
  }
}
