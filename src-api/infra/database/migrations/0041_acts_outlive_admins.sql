ALTER TABLE "member_acts" DROP CONSTRAINT "member_acts_actor_id_users_id_fk";
